import { z } from 'zod';
import { isOrderToken } from '@/checkout/order-link';
import { findReceipt } from '@/checkout/receipts';

export const dynamic = 'force-dynamic';

interface Props {
  readonly params: Promise<{ orderId: string }>;
}

/** An e-mail runs nothing and loads nothing; its links may be followed. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The receipt of an order, as the e-mail that is sent, to whoever has the order's token: in HTML, or with `as=text` in plain text. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const { orderId } = await params;
  const mayRead =
    z.uuid().safeParse(orderId).success && isOrderToken(orderId, searchParams.get('token') ?? '');
  const receipt = mayRead ? await findReceipt(orderId) : null;
  if (receipt === null) return answer('There is no such receipt.', 'text/plain', 404);
  return searchParams.get('as') === 'text'
    ? answer(receipt.text, 'text/plain')
    : answer(receipt.html, 'text/html');
}

function answer(body: string, type: 'text/plain' | 'text/html', status = 200): Response {
  return new Response(body, {
    status,
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': policy,
      'Cache-Control': 'private, no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
