'use client';

import { useEffect, useState } from 'react';

/** How often the seconds are counted, in milliseconds: often enough that none is skipped. */
const everyMs = 250;

function secondsUntil(moment: number): number {
  return Math.max(0, Math.ceil((moment - Date.now()) / 1_000));
}

/** Whole seconds until a moment of `Date.now()`, counted down. */
export function useSecondsUntil(moment: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(moment));
  useEffect(() => {
    const count = () => setSeconds(secondsUntil(moment));
    count();
    const timer = setInterval(count, everyMs);
    return () => clearInterval(timer);
  }, [moment]);
  return seconds;
}
