import { applyMessage, readMessage } from '@/payments/webhooks';
import { log } from '@/platform/log';
import { limitBody } from '@/trpc/body-limit';

export const dynamic = 'force-dynamic';

/** A message has at most a few objects in it. */
const maxMessageBytes = 1024 * 1024;

/**
 * Where the processor sends its messages. Acknowledged only once the effect has committed: anything else is a 5xx, and
 * the processor delivers it again.
 */
export async function POST(request: Request): Promise<Response> {
  const limited = await limitBody(request, maxMessageBytes);
  if (limited === null) return Response.json({ error: 'too_large' }, { status: 413 });
  const signature = request.headers.get('stripe-signature') ?? '';
  const message = await readMessage(await limited.text(), signature).catch((error: unknown) => {
    log().warn({ err: error }, 'a message was not signed by the processor');
    return null;
  });
  if (message === null) return Response.json({ error: 'bad_signature' }, { status: 400 });
  try {
    return Response.json({ received: true, outcome: await applyMessage(message) });
  } catch (error) {
    log().warn({ err: error, event: message.id }, 'a message could not be applied yet');
    return Response.json({ error: 'try_again' }, { status: 503 });
  }
}
