'use client';

import { useEffect, useState } from 'react';
import { wordsOfDuration, wordsOfMoment } from './time-words';

/** A moment, or a dash where there is none. */
export function Moment({ at }: { readonly at: string | null }) {
  if (at === null) return <span className="text-muted">–</span>;
  return (
    <time dateTime={at} title={at} className="whitespace-nowrap tabular-nums">
      {wordsOfMoment(at)}
    </time>
  );
}

/** This page's clock, a tick a second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** What the database's clock said, and when this page read it. */
export interface ClockReading {
  readonly now: string;
  readonly readAt: number;
}

/** The database's time now, as far as this page can tell: its own clock may be wrong, how fast it runs is not. */
function useDatabaseTime({ now, readAt }: ClockReading): number {
  return Date.parse(now) + Math.max(0, useNow() - readAt);
}

/** How long ago something was, counted on. */
export function Age({ since, clock }: { readonly since: string; readonly clock: ClockReading }) {
  const ms = useDatabaseTime(clock) - Date.parse(since);
  return <span className="whitespace-nowrap tabular-nums">{wordsOfDuration(ms)}</span>;
}

/** What is left until a moment, counted down; then `over`. */
export function Countdown({
  until,
  clock,
  over,
}: {
  readonly until: string;
  readonly clock: ClockReading;
  readonly over: string;
}) {
  const leftMs = Date.parse(until) - useDatabaseTime(clock);
  return (
    <span className="whitespace-nowrap tabular-nums">
      {leftMs > 0 ? `${wordsOfDuration(Math.ceil(leftMs / 1_000) * 1_000)} left` : over}
    </span>
  );
}
