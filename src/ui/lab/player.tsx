'use client';
import { Pause, Play, StepBack, StepForward } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../primitives/button';
import { isSpeed, type Speed, speeds } from './playback';
import type { Player } from './use-playback';

/** Play, step, scrub and speed, and the words of the moment. All of it the browser's own controls. */
export function PlayerControls({
  player,
  title,
  moments,
}: {
  readonly player: Player;
  /** What is played. */
  readonly title: string;
  /** What happens at each moment, from the first. */
  readonly moments: readonly string[];
}) {
  const { at, last, isPlaying } = player;
  const words = at === 0 ? 'Nothing has happened yet.' : (moments[at - 1] ?? '');
  return (
    <div className="grid gap-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight, and the figure has its title. */}
      <div
        role="group"
        aria-label={`Player of: ${title}`}
        className="flex flex-wrap items-center gap-x-2 gap-y-3"
      >
        <Button
          look="secondary"
          size="small"
          className="w-24 max-sm:px-2.5 motion-reduce:hidden sm:w-26"
          disabled={last === 0}
          onClick={isPlaying ? player.pause : player.play}
        >
          {isPlaying ? <Pause aria-hidden className="size-4" /> : <Play aria-hidden className="size-4" />}
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
        <Button
          look="secondary"
          size="small"
          className="max-sm:px-2.5"
          isBusy={at === 0}
          onClick={player.back}
        >
          <StepBack aria-hidden className="size-4" />
          Back<span className="sr-only"> one step</span>
        </Button>
        <Button
          look="secondary"
          size="small"
          className="max-sm:px-2.5"
          isBusy={at === last}
          onClick={player.forward}
        >
          <StepForward aria-hidden className="size-4" />
          Step<span className="sr-only"> forward</span>
        </Button>
        <SpeedSelect speed={player.speed} onChoose={player.setSpeed} />
        <input
          type="range"
          min={0}
          max={last}
          value={at}
          onChange={({ target }) => player.seek(target.valueAsNumber)}
          aria-label={`Step of: ${title}`}
          aria-valuetext={`Step ${at} of ${last}. ${words}`}
          className="h-11 w-full min-w-32 flex-1 basis-32 sm:basis-56 accent-focus"
        />
      </div>
      <p className="min-h-20 leading-snug sm:min-h-14" data-testid="moment">
        <span className="font-semibold text-muted tabular-nums">
          {at}/{last}{' '}
        </span>
        <span aria-live="polite">{words}</span>
      </p>
    </div>
  );
}

function SpeedSelect({
  speed,
  onChoose,
}: {
  readonly speed: Speed;
  readonly onChoose: (speed: Speed) => void;
}) {
  const id = useId();
  return (
    <span className="inline-flex items-center gap-1.5 motion-reduce:hidden">
      <label htmlFor={id} className="sr-only">
        Speed
      </label>
      <select
        id={id}
        value={speed}
        onChange={({ target: { value } }) => {
          if (isSpeed(value)) onChoose(value);
        }}
        className="h-11 rounded-lg border-2 border-line bg-surface px-2 text-[0.95rem] font-semibold"
      >
        {Object.keys(speeds).map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Everything that happens, as text, with a mark at the present moment. */
export function MomentLog({ moments, at }: { readonly moments: readonly string[]; readonly at: number }) {
  return (
    <details className="text-base">
      <summary className="w-fit rounded-sm py-2 font-semibold">All steps as text</summary>
      <ol className="mt-1 grid list-decimal gap-1.5 pl-7">
        {moments.map((text, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a moment is its place in the row.
            key={index}
            aria-current={index + 1 === at ? 'step' : undefined}
            className={index + 1 === at ? 'font-semibold' : index < at ? '' : 'text-muted'}
          >
            {text}
          </li>
        ))}
      </ol>
    </details>
  );
}
