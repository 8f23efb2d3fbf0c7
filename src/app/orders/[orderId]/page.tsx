import '@/ui/order/print.css';
import type { Metadata } from 'next';
import { OrderPage } from '@/ui/order/order-page';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Your order', robots: { index: false } };

interface Props {
  readonly params: Promise<{ orderId: string }>;
  readonly searchParams: Promise<Partial<Record<'replayed' | 'already' | 'token', string | string[]>>>;
}

export default async function Page({ params, searchParams }: Props) {
  const { replayed, already, token } = await searchParams;
  const arrival = replayed === '1' ? 'replayed' : already === '1' ? 'already_ordered' : 'plain';
  return (
    <OrderPage
      orderId={(await params).orderId}
      token={typeof token === 'string' ? token : undefined}
      arrival={arrival}
    />
  );
}
