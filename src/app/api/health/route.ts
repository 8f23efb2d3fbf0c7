export const dynamic = 'force-dynamic';

/** The process is there. */
export function GET(): Response {
  return Response.json({ status: 'ok' });
}
