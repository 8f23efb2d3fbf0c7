import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { after } from 'next/server';
import { standInFront } from '@/platform/front';
import { finishFirst } from '@/platform/stopping';
import { maxBatchSize } from '@/trpc/batch';
import { hasTooManyHeaders, limitBody, tooLarge } from '@/trpc/body-limit';
import { createContext } from '@/trpc/context';
import { frontDoor } from '@/trpc/front-door';
import { appRouter } from '@/trpc/router';

standInFront(frontDoor);

/**
 * The answer of a mutation is a few hundred bytes. To compress it takes as long as a statement in the database, and sends it in pieces,
 * of which a store that dies may send the first alone.
 */
const uncompressed = 'no-transform';

async function handle(request: Request): Promise<Response> {
  const req = hasTooManyHeaders(request) ? null : await limitBody(request);
  if (req === null) return tooLarge();
  return fetchRequestHandler({
    endpoint: '/api/trpc',
    req,
    router: appRouter,
    maxBatchSize,
    createContext: ({ resHeaders, info }) =>
      createContext(request, resHeaders, info.isBatchCall, (work) => after(finishFirst(work))),
    responseMeta: ({ type }) => ({
      headers: new Headers({
        'Cache-Control': type === 'mutation' ? `no-store, ${uncompressed}` : 'no-store',
      }),
    }),
  });
}

export { handle as GET, handle as POST };
