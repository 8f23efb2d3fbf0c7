import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { after } from 'next/server';
import { finishFirst } from '@/platform/stopping';
import { hasTooManyHeaders, limitBody, tooLarge } from '@/trpc/body-limit';
import { createContext } from '@/trpc/context';
import { consoleRouter } from '@/trpc/operator/console-router';

async function handle(request: Request): Promise<Response> {
  const req = hasTooManyHeaders(request) ? null : await limitBody(request);
  if (req === null) return tooLarge();
  return fetchRequestHandler({
    endpoint: '/api/console',
    req,
    router: consoleRouter,
    allowBatching: false,
    createContext: ({ resHeaders, info }) =>
      createContext(request, resHeaders, info.isBatchCall, (work) => after(finishFirst(work))),
    responseMeta: () => ({ headers: new Headers({ 'Cache-Control': 'no-store' }) }),
  });
}

export { handle as GET, handle as POST };
