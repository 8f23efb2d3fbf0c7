'use client';
import { useEffect, useReducer, useState } from 'react';
import { type Playback, playback, playbackOf, type Speed, speeds } from './playback';

export interface Player extends Playback {
  readonly speed: Speed;
  readonly setSpeed: (speed: Speed) => void;
  readonly play: () => void;
  readonly pause: () => void;
  readonly forward: () => void;
  readonly back: () => void;
  readonly seek: (to: number) => void;
  readonly replace: (last: number, to: number) => void;
}

/**
 * Plays so many moments, one after the other. Nothing plays by itself, and nothing plays at all for whoever asks the system for
 * less motion: there it is stepped through.
 */
export function usePlayback(last: number): Player {
  const [state, dispatch] = useReducer(playback, last, playbackOf);
  const [speed, setSpeed] = useState<Speed>('normal');
  const { isPlaying } = state;

  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => dispatch({ type: wantsLessMotion() ? 'pause' : 'tick' }), speeds[speed]);
    return () => clearInterval(timer);
  }, [isPlaying, speed]);

  return {
    ...state,
    speed,
    setSpeed,
    play: () => {
      if (!wantsLessMotion()) dispatch({ type: 'play' });
    },
    pause: () => dispatch({ type: 'pause' }),
    forward: () => dispatch({ type: 'forward' }),
    back: () => dispatch({ type: 'back' }),
    seek: (to) => dispatch({ type: 'seek', to }),
    replace: (newLast, to) => dispatch({ type: 'replace', last: newLast, to }),
  };
}

function wantsLessMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
