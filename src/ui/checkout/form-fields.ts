import type { UseFormRegisterReturn, UseFormReturn } from 'react-hook-form';
import { type CheckoutFields, type CheckoutValues, type FieldName, fieldsFor } from './checkout-values';

/** The form, as its sections take it. */
export type CheckoutForm = UseFormReturn<CheckoutFields, unknown, CheckoutValues>;

/** The element of a field, for its label, its error and the error summary to name. */
export function fieldId(name: FieldName): string {
  return `checkout-${name.replace('.', '-')}`;
}

/** What a field of the form needs: its name, its label, its handlers and what is wrong with it. */
export function fieldProps(
  form: CheckoutForm,
  name: FieldName,
): UseFormRegisterReturn & { id: string; label: string; error: string | undefined } {
  const fields = fieldsFor(form.getValues('shippingAddress.country'));
  return {
    ...form.register(name),
    id: fieldId(name),
    label: fields.find((field) => field.name === name)?.label ?? '',
    error: form.getFieldState(name, form.formState).error?.message,
  };
}
