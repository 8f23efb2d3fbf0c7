'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { CartView } from '@/checkout/cart';
import { type QuoteOfPage, useQuote } from '../queries';
import { useIsAlive } from '../use-is-alive';
import { AddressSection } from './address-section';
import { CardSection } from './card-section';
import { saveDraft } from './checkout-draft';
import {
  type CheckoutFields,
  type CheckoutValues,
  checkoutValues,
  emptyCheckout,
  faultsOf,
} from './checkout-values';
import { ContactSection } from './contact-section';
import { ErrorSummary } from './error-summary';
import type { CheckoutForm as Form } from './form-fields';
import { makePayInput } from './pay-input';
import { PayPanel } from './pay-panel';
import type { Processor } from './payment-method';
import type { Prepare } from './purchase-prepare';
import type { PurchaseState } from './purchase-state';
import { ShippingSection } from './shipping-section';
import { TotalBar } from './total-bar';
import { useDraft } from './use-draft';
import { useFaults } from './use-faults';

interface CheckoutFormProps {
  readonly cart: CartView;
  readonly quoteOfPage: QuoteOfPage | undefined;
  readonly processor: Processor;
  readonly isDemo: boolean;
  readonly state: PurchaseState;
  readonly onPay: (prepare: Prepare) => void;
  readonly onGiveUp: () => void;
  readonly onReset: () => void;
}

/** The whole checkout on one page. What was typed stays, whatever the purchase comes to, and over a reload all but the card. */
export function CheckoutForm(props: CheckoutFormProps) {
  const draft = useDraft();
  // The draft may ask for the address of another country, so it is another form.
  return <FilledForm key={draft === emptyCheckout ? 'empty' : 'draft'} {...props} draft={draft} />;
}

function FilledForm({
  cart,
  quoteOfPage,
  processor,
  isDemo,
  state,
  onPay,
  onGiveUp,
  onReset,
  draft,
}: CheckoutFormProps & { readonly draft: CheckoutFields }) {
  const client = useQueryClient();
  const isAlive = useIsAlive();
  const form: Form = useForm<CheckoutFields, unknown, CheckoutValues>({
    resolver: zodResolver(checkoutValues),
    mode: 'onTouched',
    defaultValues: draft,
  });
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(values) }),
    [subscribe],
  );
  const shippingOptionId = useWatch({ control: form.control, name: 'shippingOptionId' });
  const quote = useQuote(cart, shippingOptionId ?? emptyCheckout.shippingOptionId, quoteOfPage);
  const { summary, faults, showFaults } = useFaults(form, state);

  const press = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = checkoutValues.safeParse(form.getValues());
    showFaults(parsed.success ? {} : faultsOf(parsed.error));
    if (!parsed.success || !quote.data) return;
    // The press is taken in this very task: a second press in the same moment finds the purchase there.
    const { total } = quote.data;
    onPay(() => makePayInput(client, processor, parsed.data, total));
  };

  return (
    <fieldset
      role="none"
      disabled={!isAlive}
      className="grid min-w-0 items-start gap-8 lg:grid-cols-[1fr_25rem]"
    >
      <div className="min-w-0">
        <TotalBar cart={cart} quote={quote.data} />
        <form id={payFormId} onSubmit={press} noValidate aria-label="Checkout" className="grid gap-5">
          <ErrorSummary ref={summary} faults={faults} />
          <ContactSection form={form} />
          <AddressSection form={form} />
          <ShippingSection form={form} options={quote.data?.shippingOptions} />
          <CardSection form={form} isDemo={isDemo} />
        </form>
      </div>
      <PayPanel
        cart={cart}
        quote={quote}
        state={state}
        formId={payFormId}
        onGiveUp={onGiveUp}
        onReset={({ focusCard }) => {
          onReset();
          if (focusCard) form.setFocus('card.number', { shouldSelect: true });
        }}
      />
    </fieldset>
  );
}

const payFormId = 'checkout';
