import { useWatch } from 'react-hook-form';
import { TextField } from '../primitives/field';
import { brandOf, cvcDigitsOf, digitsOf, shortBrandName, spaceExpiry, spaceNumber } from './card-number';
import { type CheckoutForm, fieldProps } from './form-fields';
import { FormSection } from './form-section';
import { TestCards } from './test-cards';

/** The card. It goes from here to the processor and nowhere else. */
export function CardSection({ form, isDemo }: { readonly form: CheckoutForm; readonly isDemo: boolean }) {
  const brand = brandOf(useWatch({ control: form.control, name: 'card.number' }));
  const number = fieldProps(form, 'card.number');
  const expiry = fieldProps(form, 'card.expiry');

  const fillIn = (testNumber: string): void => {
    const expiryOfTestCards = `12 / ${String((new Date().getFullYear() + 3) % 100).padStart(2, '0')}`;
    const filled = { shouldValidate: true, shouldDirty: true, shouldTouch: true };
    form.setValue('card.number', spaceNumber(testNumber), filled);
    form.setValue('card.expiry', expiryOfTestCards, filled);
    form.setValue('card.cvc', '1234'.slice(0, cvcDigitsOf(testNumber)), filled);
  };

  return (
    <FormSection step={4} title="Card" aside={isDemo && <TestCards onPick={fillIn} />}>
      <TextField
        {...number}
        onChange={(event) => {
          spaceAsTyped(event.target, spaceNumber);
          return number.onChange(event);
        }}
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="0000 0000 0000 0000"
        trailing={
          brand !== 'unknown' && (
            <span className="rounded-md bg-sunken px-1.5 py-0.5 text-xs font-bold">
              {shortBrandName(brand)}
            </span>
          )
        }
        className="col-span-2"
      />
      <TextField
        {...expiry}
        onChange={(event) => {
          spaceAsTyped(event.target, spaceExpiry);
          return expiry.onChange(event);
        }}
        inputMode="numeric"
        autoComplete="cc-exp"
        placeholder="MM / YY"
        className="col-span-1"
      />
      <TextField
        {...fieldProps(form, 'card.cvc')}
        inputMode="numeric"
        autoComplete="cc-csc"
        placeholder={`${cvcDigitsOf(form.getValues('card.number'))} digits`}
        maxLength={4}
        className="col-span-1"
      />
      <p className="col-span-2 text-sm text-muted">
        The card goes straight to the card processor. This shop never sees the number.
      </p>
    </FormSection>
  );
}

/** Puts the spaces in while somebody types, and keeps the caret behind the digit it was behind. */
function spaceAsTyped(input: HTMLInputElement, space: (text: string) => string): void {
  const before = input.value;
  const after = space(before);
  if (after === before) return;
  const caret = input.selectionStart ?? before.length;
  const isAtEnd = caret === before.length;
  const digitsBefore = digitsOf(before.slice(0, caret)).length;
  input.value = after;
  if (isAtEnd) return;
  let position = 0;
  for (let digits = 0; digits < digitsBefore && position < after.length; position += 1) {
    if (/\d/.test(after.charAt(position))) digits += 1;
  }
  input.setSelectionRange(position, position);
}
