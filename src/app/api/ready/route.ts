import { prisma } from '@/platform/database';

export const dynamic = 'force-dynamic';

/** The process can take purchases: its database answers. */
export async function GET(): Promise<Response> {
  try {
    await prisma().$queryRaw`SELECT 1`;
    return Response.json({ status: 'ok' });
  } catch {
    return Response.json({ status: 'unavailable', reason: 'database_unavailable' }, { status: 503 });
  }
}
