'use client';

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type FieldName, fieldNames, isFieldName } from './checkout-values';
import type { CheckoutForm } from './form-fields';
import type { PurchaseState } from './purchase-state';

export type Faults = Partial<Record<FieldName, string>>;

/**
 * What was wrong at the last press, by the page's own rules or by the processor's: at the fields, and in a summary that takes
 * the focus. A fault leaves the summary when its field has been mended.
 */
export function useFaults(
  form: CheckoutForm,
  state: PurchaseState,
): {
  readonly summary: RefObject<HTMLDivElement | null>;
  readonly faults: Faults;
  readonly showFaults: (faults: Faults) => void;
} {
  const summary = useRef<HTMLDivElement>(null);
  const [found, setFound] = useState<Faults>({});
  const { setError } = form;

  const showFaults = useCallback(
    (faults: Faults): void => {
      for (const name of fieldsOf(faults)) setError(name, { type: 'press', message: faults[name] ?? '' });
      setFound(faults);
    },
    [setError],
  );

  const refusedFields = state.phase === 'not_sent' ? state.fields : null;
  useEffect(() => {
    if (refusedFields) showFaults(refusedFields);
  }, [refusedFields, showFaults]);

  useEffect(() => {
    if (fieldsOf(found).length > 0) summary.current?.focus();
  }, [found]);

  const faults: Faults = {};
  for (const name of fieldsOf(found)) {
    const { error } = form.getFieldState(name, form.formState);
    if (error?.message) faults[name] = error.message;
  }
  return { summary, faults, showFaults };
}

/** The fields that have a fault and are on the page, in its order. */
function fieldsOf(faults: Faults): FieldName[] {
  return Object.keys(fieldNames)
    .filter(isFieldName)
    .filter((name) => faults[name] !== undefined);
}
