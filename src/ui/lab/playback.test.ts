import { describe, expect, it } from 'vitest';
import { type Playback, type PlaybackAction, playback, playbackOf } from './playback';

const standsAfter = (...actions: PlaybackAction[]): Playback =>
  actions.reduce(playback, playback(playbackOf(3), { type: 'seek', to: 0 }));

describe('playback', () => {
  it('shows the whole before anybody plays it', () => {
    expect(playbackOf(3)).toEqual({ at: 3, last: 3, isPlaying: false });
  });

  it('stays between the first moment and the last', () => {
    expect(standsAfter({ type: 'back' }).at).toBe(0);
    expect(standsAfter({ type: 'seek', to: 9 }).at).toBe(3);
    expect(standsAfter({ type: 'seek', to: -1 }).at).toBe(0);
    expect(standsAfter({ type: 'seek', to: Number.NaN }).at).toBe(0);
    expect(standsAfter({ type: 'seek', to: 3 }, { type: 'forward' }).at).toBe(3);
  });

  it('plays moment by moment and stops at the last', () => {
    const tick = { type: 'tick' } as const;
    expect(standsAfter({ type: 'play' }, tick, tick)).toEqual({ at: 2, last: 3, isPlaying: true });
    expect(standsAfter({ type: 'play' }, tick, tick, tick)).toEqual({ at: 3, last: 3, isPlaying: false });
  });

  it('begins again when it is played at the end', () => {
    expect(standsAfter({ type: 'seek', to: 3 }, { type: 'play' })).toEqual({
      at: 0,
      last: 3,
      isPlaying: true,
    });
  });

  it('leaves it to whoever steps or scrubs: a tick that comes late moves nothing', () => {
    for (const taking of [{ type: 'pause' }, { type: 'forward' }, { type: 'seek', to: 1 }] as const) {
      const taken = standsAfter({ type: 'play' }, taking);
      expect(taken.isPlaying).toBe(false);
      expect(playback(taken, { type: 'tick' })).toEqual(taken);
    }
  });

  it('stands at a moment that there is when the moments are replaced', () => {
    expect(standsAfter({ type: 'seek', to: 3 }, { type: 'replace', last: 2, to: 3 })).toEqual({
      ...{ at: 2, last: 2, isPlaying: false },
    });
  });

  it('has nothing to play where nothing happens', () => {
    expect(playback(playbackOf(0), { type: 'play' }).isPlaying).toBe(false);
  });
});
