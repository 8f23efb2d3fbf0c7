'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { lab } from './lab-client';

export type RunState =
  | { readonly kind: 'none' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'told'; readonly path: string; readonly isOver: boolean }
  | { readonly kind: 'failed'; readonly why: string };

/**
 * Starts runs, and hears what is told of the last one.
 *
 * @param schema of what is told, one at a time
 * @param isOver whether nothing more will be told
 */
export function useRun<Event>(schema: z.ZodType<Event>, isOver: (events: readonly Event[]) => boolean) {
  const [state, setState] = useState<RunState>({ kind: 'none' });
  const [events, setEvents] = useState<readonly Event[]>([]);
  const source = useRef<EventSource>(null);
  const stop = useCallback(() => source.current?.close(), []);
  useEffect(() => stop, [stop]);

  const start = async (begin: () => Promise<string>): Promise<void> => {
    stop();
    setEvents([]);
    setState({ kind: 'starting' });
    try {
      const path = await begin();
      setState({ kind: 'told', path, isOver: false });
      let told: readonly Event[] = [];
      source.current = listen(
        lab.eventsUrl(path),
        (burst) => {
          told = [...told, ...burst.map((data) => schema.parse(JSON.parse(data)))];
          setEvents(told);
          if (!isOver(told)) return;
          stop();
          setState({ kind: 'told', path, isOver: true });
        },
        () => {
          if (!isOver(told)) setState({ kind: 'failed', why: 'The laboratory does not answer any more.' });
        },
      );
    } catch (error) {
      setState({ kind: 'failed', why: error instanceof Error ? error.message : String(error) });
    }
  };
  return { state, events, start };
}

/** Events come in bursts; the page is drawn once for those that come together. */
const burstMs = 50;

function listen(url: string, tell: (burst: string[]) => void, ended: () => void): EventSource {
  const source = new EventSource(url);
  let burst: string[] = [];
  const flush = (): void => {
    const told = burst;
    burst = [];
    if (told.length > 0) tell(told);
  };
  source.onmessage = ({ data }) => {
    burst.push(data);
    if (burst.length === 1) setTimeout(flush, burstMs);
  };
  source.onerror = () => {
    // The stream ends after the last event; the browser would ask for all of it again, and again.
    source.close();
    flush();
    ended();
  };
  return source;
}
