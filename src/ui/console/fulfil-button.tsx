'use client';

import { errorData } from '@/trpc/client';
import { Button } from '../primitives/button';
import { type Told, useFulfil } from './queries';

/** Marks an order as sent, on the version that is shown: whoever was faster is told of, and nothing is done twice. */
export function FulfilButton({ order: { orderId, status, version } }: { readonly order: Told['order'] }) {
  const { mutate, isPending, data, error } = useFulfil();
  return (
    <div className="grid justify-items-start gap-2">
      {status === 'paid' ? (
        <Button
          size="small"
          look="secondary"
          isBusy={isPending}
          onClick={() => {
            if (!isPending) mutate({ orderId, version });
          }}
        >
          {isPending ? 'Marking …' : `Mark version ${version} as sent`}
        </Button>
      ) : (
        <p className="text-sm text-muted">
          {status === 'fulfilled' ? 'It was sent.' : `An order that is ${status} is not sent.`}
        </p>
      )}
      <span role="status" className="text-sm">
        {data?.outcome === 'done' && 'It is marked as sent.'}
        {data?.outcome === 'already_done' && 'Somebody had marked it already.'}
      </span>
      {error && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {errorData(error)?.reason === 'version_conflict' && 'Conflict: '}
          {error.message}
        </p>
      )}
    </div>
  );
}
