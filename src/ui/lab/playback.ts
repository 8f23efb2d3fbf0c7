/** Where somebody stands in a row of moments, and whether it goes on by itself. Moment 0 is before anything has happened. */
export interface Playback {
  readonly at: number;
  readonly last: number;
  readonly isPlaying: boolean;
}

export type PlaybackAction =
  | { readonly type: 'play' | 'pause' | 'forward' | 'back' | 'tick' }
  | { readonly type: 'seek'; readonly to: number }
  /** There are more or fewer moments now; it stands at one of them. */
  | { readonly type: 'replace'; readonly last: number; readonly to: number };

/** It stands at the end: the whole is seen first, and played by whoever wants to. */
export function playbackOf(last: number): Playback {
  return { at: last, last, isPlaying: false };
}

/** Pure. Whoever steps or scrubs has taken over: it no longer plays. Playing at the end begins again. */
export function playback(state: Playback, action: PlaybackAction): Playback {
  const { at, last, isPlaying } = state;
  const stand = (to: number): Playback => ({ last, at: within(to, last), isPlaying: false });
  switch (action.type) {
    case 'play':
      return last === 0 ? state : { last, at: at === last ? 0 : at, isPlaying: true };
    case 'pause':
      return { ...state, isPlaying: false };
    case 'forward':
      return stand(at + 1);
    case 'back':
      return stand(at - 1);
    case 'seek':
      return stand(action.to);
    case 'tick':
      return isPlaying ? { last, at: within(at + 1, last), isPlaying: at + 1 < last } : state;
    case 'replace':
      return { last: action.last, at: within(action.to, action.last), isPlaying: false };
  }
}

function within(at: number, last: number): number {
  return Number.isFinite(at) ? Math.min(Math.max(0, Math.round(at)), last) : 0;
}

/** How long a moment is looked at, in milliseconds. */
export const speeds = { slow: 2_400, normal: 1_200, fast: 500 } as const;

export type Speed = keyof typeof speeds;

export function isSpeed(value: string): value is Speed {
  return Object.hasOwn(speeds, value);
}
