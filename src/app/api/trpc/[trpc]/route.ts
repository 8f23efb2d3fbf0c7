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
    responseMeta: () => ({ headers: new Headers({ 'Cache-Control': 'no-store' }) }),
  });
}

export { handle as GET, handle as POST };
