import type { Quote } from '@/checkout/quote';
import { formatMoney } from '@/platform/money';
import { Skeleton } from '../primitives/skeleton';
import type { CheckoutForm } from './form-fields';
import { FormSection } from './form-section';

/** How fast it is to be, with what it costs. */
export function ShippingSection({
  form,
  options,
}: {
  readonly form: CheckoutForm;
  /** Undefined until they have been priced. */
  readonly options: Quote['shippingOptions'] | undefined;
}) {
  return (
    <FormSection step={3} title="How fast">
      <fieldset className="col-span-2 grid gap-3">
        <legend className="sr-only">Shipping</legend>
        {!options && <Skeleton className="h-36 w-full rounded-2xl" />}
        {options?.map(({ id, name, price }) => (
          <label
            key={id}
            className="flex cursor-pointer items-center gap-3.5 rounded-2xl border-2 border-line px-4 py-3.5 has-checked:border-violet has-checked:bg-[color-mix(in_oklab,var(--violet)_10%,var(--surface))] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              value={id}
              {...form.register('shippingOptionId')}
              defaultChecked={id === form.getValues('shippingOptionId')}
              className="size-5 shrink-0 accent-violet outline-none"
            />
            <span className="flex-1 font-semibold">{name}</span>
            <span className="tabular-nums">{price.amount === 0 ? 'Free' : formatMoney(price)}</span>
          </label>
        ))}
      </fieldset>
    </FormSection>
  );
}
