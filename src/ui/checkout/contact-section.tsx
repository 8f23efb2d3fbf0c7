import { TextField } from '../primitives/field';
import { type CheckoutForm, fieldProps } from './form-fields';
import { FormSection } from './form-section';

export function ContactSection({ form }: { readonly form: CheckoutForm }) {
  return (
    <FormSection step={1} title="Contact">
      <TextField
        {...fieldProps(form, 'email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="For the receipt. You need no account."
        className="col-span-2"
      />
    </FormSection>
  );
}
