'use client';

import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { errorData } from '@/trpc/client';
import { Button } from '../primitives/button';
import { Notice } from '../primitives/notice';
import { Loading, Skeleton } from '../primitives/skeleton';
import { isSignedOut, sessionKey } from './queries';
import { wordsOfMoment } from './time-words';

/** What was read, or what stands in its place: it is coming, there is none, or it could not be read. */
export function Loaded<Data>({
  query,
  what,
  children,
}: {
  readonly query: UseQueryResult<Data>;
  /** What is read, as it stands after "Loading". */
  readonly what: string;
  readonly children: (data: Data) => ReactNode;
}) {
  const { data, error, dataUpdatedAt, refetch } = query;
  useAskWhoIsSignedIn(error);
  if (data === undefined && !error) {
    return (
      <Loading what={what}>
        <Skeleton className="h-40 w-full rounded-xl" />
      </Loading>
    );
  }
  return (
    <>
      {error && !isSignedOut(error) && (
        <div role="alert">
          {isMissing(error) ? (
            <Notice title="There is nothing here.">
              <p>{error.message}</p>
            </Notice>
          ) : (
            <Notice tone="danger" title={`Reading ${what} did not work.`}>
              <p>
                {error.message}
                {data !== undefined &&
                  ` What is shown was read at ${wordsOfMoment(new Date(dataUpdatedAt).toISOString())}.`}
              </p>
              <Button look="secondary" size="small" onClick={() => void refetch()}>
                Try again
              </Button>
            </Notice>
          )}
        </div>
      )}
      {data !== undefined && children(data)}
    </>
  );
}

function isMissing(error: Error): boolean {
  const reason = errorData(error)?.reason;
  return reason === 'not_found' || reason === 'invalid_input';
}

/** A refusal may be news about the session: then the console asks, and shows its door. */
function useAskWhoIsSignedIn(error: Error | null): void {
  const client = useQueryClient();
  const isOut = isSignedOut(error);
  useEffect(() => {
    if (isOut) void client.invalidateQueries({ queryKey: sessionKey });
  }, [isOut, client]);
}
