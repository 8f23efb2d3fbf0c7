import { SelectField, TextField } from '../primitives/field';
import { countries } from './countries';
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
        hint="For the receipt."
        className="col-span-2"
      />
    </FormSection>
  );
}

export function AddressSection({ form }: { readonly form: CheckoutForm }) {
  return (
    <FormSection step={2} title="Where to">
      <TextField
        {...fieldProps(form, 'shippingAddress.name')}
        autoComplete="shipping name"
        className="col-span-2"
      />
      <SelectField
        {...fieldProps(form, 'shippingAddress.country')}
        autoComplete="shipping country"
        className="col-span-2"
      >
        {countries.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        {...fieldProps(form, 'shippingAddress.line1')}
        autoComplete="shipping address-line1"
        className="col-span-2"
      />
      <TextField
        {...fieldProps(form, 'shippingAddress.line2')}
        isOptional
        autoComplete="shipping address-line2"
        className="col-span-2"
      />
      <TextField
        {...fieldProps(form, 'shippingAddress.postalCode')}
        autoComplete="shipping postal-code"
        className="col-span-2 sm:col-span-1"
      />
      <TextField
        {...fieldProps(form, 'shippingAddress.city')}
        autoComplete="shipping address-level2"
        className="col-span-2 sm:col-span-1"
      />
      <TextField
        {...fieldProps(form, 'shippingAddress.region')}
        isOptional
        autoComplete="shipping address-level1"
        className="col-span-2"
      />
    </FormSection>
  );
}
