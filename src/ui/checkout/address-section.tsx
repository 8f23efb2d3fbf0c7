import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { type AddressPart, rulesOf } from '@/checkout/address-rules';
import { countries, tidyPostalCode } from '@/checkout/addresses';
import { regionOfPostalCode } from '@/checkout/regions';
import { SelectField, TextField } from '../primitives/field';
import { type CheckoutForm, fieldProps } from './form-fields';
import { FormSection } from './form-section';

/** Where it goes: the country first, because it decides what else is asked, in which order and by which names. */
export function AddressSection({ form }: { readonly form: CheckoutForm }) {
  const country = useWatch({ control: form.control, name: 'shippingAddress.country' });
  const countryField = fieldProps(form, 'shippingAddress.country');
  return (
    <FormSection step={2} title="Where to">
      <TextField
        {...fieldProps(form, 'shippingAddress.name')}
        autoComplete="shipping name"
        autoCapitalize="words"
        className="col-span-2"
      />
      <SelectField
        {...countryField}
        onChange={async (event) => {
          await countryField.onChange(event);
          // Of another country's regions none is meant, and what was wrong there may be right here.
          form.setValue('shippingAddress.region', '');
          form.clearErrors(['shippingAddress.region', 'shippingAddress.postalCode']);
        }}
        autoComplete="shipping country"
        className="col-span-2"
      >
        {countries.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      {rulesOf(country).parts.map((part) => (
        <AddressField key={part} form={form} country={country} part={part} />
      ))}
    </FormSection>
  );
}

interface PartProps {
  readonly form: CheckoutForm;
  readonly country: string;
}

function AddressField({ form, country, part }: PartProps & { readonly part: AddressPart }) {
  switch (part) {
    case 'line1':
      return (
        <TextField
          {...fieldProps(form, 'shippingAddress.line1')}
          autoComplete="shipping address-line1"
          autoCapitalize="words"
          className="col-span-2"
        />
      );
    case 'line2':
      return (
        <TextField
          {...fieldProps(form, 'shippingAddress.line2')}
          isOptional
          autoComplete="shipping address-line2"
          autoCapitalize="words"
          className="col-span-2"
        />
      );
    case 'city':
      return (
        <TextField
          {...fieldProps(form, 'shippingAddress.city')}
          autoComplete="shipping address-level2"
          autoCapitalize="words"
          // Region and postal code share a row; without a region the city is beside the code.
          className={rulesOf(country).region ? 'col-span-2' : 'col-span-2 sm:col-span-1'}
        />
      );
    case 'region':
      return <RegionField form={form} country={country} />;
    case 'postalCode':
      return <PostalCodeField form={form} country={country} />;
  }
}

function RegionField({ form, country }: PartProps) {
  const choices = rulesOf(country).region?.choices;
  const field = {
    ...fieldProps(form, 'shippingAddress.region'),
    autoComplete: 'shipping address-level1',
    className: 'col-span-2 sm:col-span-1',
  };
  if (!choices) return <TextField {...field} isOptional autoCapitalize="words" />;
  return (
    <SelectField {...field} key={country}>
      <option value="">Please choose</option>
      {choices.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function PostalCodeField({ form, country }: PartProps) {
  const { isRequired, pattern, example } = rulesOf(country).postalCode;
  const field = fieldProps(form, 'shippingAddress.postalCode');
  const suggestRegion = useRegionSuggestion(form, country);
  return (
    <TextField
      {...field}
      isOptional={!isRequired}
      onChange={async (event) => {
        await field.onChange(event);
        suggestRegion(event.target.value);
      }}
      onBlur={async (event) => {
        const tidy = tidyPostalCode(country, event.target.value);
        if (tidy !== event.target.value) form.setValue('shippingAddress.postalCode', tidy);
        await field.onBlur(event);
      }}
      autoComplete="shipping postal-code"
      inputMode={pattern !== null && /^[\d-]+$/.test(example) ? 'numeric' : 'text'}
      autoCapitalize="characters"
      spellCheck={false}
      className="col-span-2 sm:col-span-1"
    />
  );
}

/** A postal code tells the region, until the shopper has chosen another one. */
function useRegionSuggestion(form: CheckoutForm, country: string): (postalCode: string) => void {
  const suggested = useRef(regionOfPostalCode(country, form.getValues('shippingAddress.postalCode') ?? ''));
  return (typed) => {
    const postalCode = tidyPostalCode(country, typed);
    const chosen = form.getValues('shippingAddress.region');
    const isOwn = chosen !== '' && chosen !== suggested.current;
    if (isOwn || !rulesOf(country).postalCode.pattern?.test(postalCode)) return;
    const region = regionOfPostalCode(country, postalCode);
    if (region === null) return;
    suggested.current = region;
    form.setValue('shippingAddress.region', region);
    form.clearErrors('shippingAddress.region');
  };
}
