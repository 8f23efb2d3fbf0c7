'use client';

import { Button } from '../primitives/button';
import { type KeyName, type Told, useAskProcessor } from './queries';

const words: Readonly<Record<NonNullable<Told['askProcessor']['end']> | 'null', string>> = {
  settled: 'Settled: the processor said what happened.',
  settled_late: 'Settled. Its key had gone meanwhile.',
  unknown: 'The processor has not said it yet. It stays in doubt, and the worker asks again.',
  uncertain: 'The database did not confirm the end of it. The worker looks again.',
  fenced: 'Somebody else has taken it over meanwhile.',
  no_claim: 'The fact was written, but its key is gone.',
  null: 'Somebody works on it right now, or it is finished. Nothing was asked.',
};

/** Has a key finished now, as the worker would do it when its rest is over: asked or sent again, or given up when it is old. */
export function AskButton({ name }: { readonly name: KeyName }) {
  const { mutate, isPending, data, error } = useAskProcessor();
  return (
    <span className="inline-grid justify-items-start gap-1">
      <Button
        size="small"
        look="secondary"
        className="whitespace-nowrap"
        isBusy={isPending}
        onClick={() => {
          if (!isPending) mutate(name);
        }}
      >
        {isPending ? 'Asking …' : 'Ask the processor now'}
      </Button>
      <span role="status" className="max-w-72 text-sm">
        {data && words[data.end ?? 'null']}
        {error && `It is not known what came of it: ${error.message}`}
      </span>
    </span>
  );
}
