import { env } from '@/platform/env';
import { limitBody, tooLarge } from '@/trpc/body-limit';
import { isForeign } from '@/trpc/foreign';

export const dynamic = 'force-dynamic';

interface Props {
  readonly params: Promise<{ path: string[] }>;
}

/**
 * Hands requests on to the laboratory of the demo, and its answers back as they come: a run is a stream of events. Without a
 * laboratory there is nothing here.
 */
async function handle(request: Request, { params }: Props): Promise<Response> {
  const { labUrl } = env();
  if (labUrl === undefined) return refuse(404, 'There is no laboratory here.');
  if (request.method !== 'GET' && isForeign(request)) {
    return refuse(403, 'Only pages of this shop may do that.');
  }
  const limited = await limitBody(request);
  if (limited === null) return tooLarge();
  const { path } = await params;
  const answer = await fetch(new URL(path.map(encodeURIComponent).join('/'), `${labUrl}/`), {
    method: request.method,
    ...(request.method === 'GET'
      ? {}
      : {
          body: await limited.text(),
          headers: { 'Content-Type': request.headers.get('content-type') ?? '' },
        }),
    signal: request.signal,
  }).catch(() => null);
  if (answer === null) return refuse(502, 'The laboratory does not answer.');
  return new Response(answer.body, {
    status: answer.status,
    headers: {
      'Content-Type': answer.headers.get('content-type') ?? 'application/json',
      // Compressed, events would wait until there are enough of them.
      'Cache-Control': 'no-store, no-transform',
    },
  });
}

function refuse(status: number, error: string): Response {
  return Response.json({ error }, { status, headers: { 'Cache-Control': 'no-store' } });
}

export { handle as GET, handle as POST };
