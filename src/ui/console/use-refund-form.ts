'use client';

import { useEffect, useState } from 'react';
import type { RefundInput } from '@/checkout/input';
import { errorData } from '@/trpc/client';
import { useRefund } from './queries';
import { findSentRefund, forgetSentRefund, keepSentRefund, type SentRefund } from './sent-refund';

export type RefundPhase =
  | { readonly at: 'filling' }
  | { readonly at: 'sending' }
  /** Nobody knows what came of it: it can only be asked again, with its key. */
  | { readonly at: 'unknown'; readonly sent: SentRefund; readonly why: string }
  | { readonly at: 'refused'; readonly why: string }
  | { readonly at: 'done' };

/** One refund at a time of one order: what was sent is frozen with its key until what came of it is known. */
export function useRefundForm(orderId: string) {
  const { mutate } = useRefund();
  const [phase, setPhase] = useState<RefundPhase>({ at: 'filling' });

  useEffect(() => {
    const sent = findSentRefund(orderId);
    if (sent) setPhase({ at: 'unknown', sent, why: 'This page was left before the answer came.' });
  }, [orderId]);

  const send = (sent: SentRefund): void => {
    keepSentRefund(sent);
    setPhase({ at: 'sending' });
    mutate(sent, {
      onSuccess: () => {
        forgetSentRefund(orderId);
        setPhase({ at: 'done' });
      },
      onError: (error) => {
        const told = errorData(error);
        if (told === null || told.retry === 'same_key') {
          setPhase({ at: 'unknown', sent, why: told ? error.message : 'The answer did not come.' });
          return;
        }
        forgetSentRefund(orderId);
        setPhase({ at: 'refused', why: error.message });
      },
    });
  };
  return {
    phase,
    begin: (input: RefundInput) => send({ key: crypto.randomUUID(), input }),
    askAgain: () => {
      if (phase.at === 'unknown') send(phase.sent);
    },
  } as const;
}
