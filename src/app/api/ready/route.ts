import { prisma } from '@/platform/database';
import type { Reason } from '@/platform/reasons';
import { isStopping } from '@/platform/stopping';

export const dynamic = 'force-dynamic';

/** The process can take purchases: its database answers, and it has not been told to end. */
export async function GET(): Promise<Response> {
  if (isStopping()) return unavailable('shutting_down');
  try {
    await prisma().$queryRaw`SELECT 1`;
    return Response.json({ status: 'ok' });
  } catch {
    return unavailable('database_unavailable');
  }
}

function unavailable(reason: Reason): Response {
  return Response.json({ status: 'unavailable', reason }, { status: 503 });
}
