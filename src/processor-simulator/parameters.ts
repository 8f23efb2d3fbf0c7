import { parse } from 'qs';
import { invalidRequest } from './errors';

/** A parameter as it arrives in a form: text, a list, or names in brackets. */
export type RawValue = string | readonly RawValue[] | { readonly [name: string]: RawValue };

/** Reads one parameter, or throws the 400 that Stripe sends. `param` is its full name, e.g. `card[number]`. */
export type Parser<T> = (value: RawValue | undefined, param: string) => T;

type Fields = Readonly<Record<string, Parser<unknown>>>;
type Parsed<S extends Fields> = { readonly [K in keyof S]: ReturnType<S[K]> };

/** Form text with Stripe's bracket nesting as nested values. Names are never taken for object prototypes. */
export function parseForm(form: string): { readonly [name: string]: RawValue } {
  const parsed: unknown = parse(form, { plainObjects: true, depth: 6, parameterLimit: 1000 });
  const value = asRaw(parsed);
  return isGroup(value) ? value : {};
}

/** Parameters as one text that is the same for the same parameters, whatever their order. */
export function canonicalText(value: RawValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalText).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name] ?? '')}`).join(',')}}`;
}

/** A text of 1 to `maximum` characters, or undefined. */
export function text(maximum = 5000): Parser<string | undefined> {
  return (value, param) => {
    const given = scalar(value, param, 'string');
    if (given === undefined) return undefined;
    if (given.trim() === '') {
      throw invalidRequest(`Invalid string: ${param} may not be blank.`, {
        code: 'parameter_invalid_string_blank',
        param,
      });
    }
    if (given.length > maximum) {
      throw invalidRequest(`Invalid string: ${given.slice(0, 20)}…; must be at most ${maximum} characters`, {
        param,
      });
    }
    return given;
  };
}

/** An e-mail address as far as its form can tell. */
export function email(): Parser<string | undefined> {
  return (value, param) => {
    const given = text(512)(value, param);
    if (given !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given)) {
      throw invalidRequest(`Invalid email address: ${given}`, { code: 'email_invalid', param });
    }
    return given;
  };
}

/** A whole number between the limits, or undefined. */
export function integer(limits: { minimum?: number; maximum?: number } = {}): Parser<number | undefined> {
  return (value, param) => {
    const given = scalar(value, param, 'integer');
    if (given === undefined) return undefined;
    const code = 'parameter_invalid_integer';
    const number = /^[+-]?\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
    if (Number.isNaN(number)) throw invalidRequest(`Invalid integer: ${given}`, { code, param });
    const { minimum, maximum } = limits;
    if (minimum !== undefined && number < minimum) {
      throw invalidRequest(`This value must be greater than or equal to ${minimum}.`, { code, param });
    }
    if (maximum !== undefined && number > maximum) {
      throw invalidRequest(
        `This value must be less than or equal to ${maximum} (it currently is '${number}').`,
        {
          code,
          param,
        },
      );
    }
    return number;
  };
}

/** `true` or `false`, or undefined. */
export function boolean(): Parser<boolean | undefined> {
  return (value, param) => {
    const given = scalar(value, param, 'boolean');
    if (given === undefined) return undefined;
    if (given !== 'true' && given !== 'false') throw invalidRequest(`Invalid boolean: ${given}`, { param });
    return given === 'true';
  };
}

/** One of the given words, or undefined. */
export function oneOf<const W extends readonly string[]>(...words: W): Parser<W[number] | undefined> {
  return (value, param) => {
    const given = scalar(value, param, 'string');
    if (given === undefined) return undefined;
    const found = words.find((word) => word === given);
    if (found === undefined) {
      const list =
        words.length === 1 ? words[0] : `one of ${words.slice(0, -1).join(', ')}, or ${words.at(-1)}`;
      throw invalidRequest(`Invalid ${param}: must be ${list}`, { param });
    }
    return found;
  };
}

/** A list of what `item` reads, or undefined. */
export function listOf<T>(item: Parser<T | undefined>, maximum = 100): Parser<readonly T[] | undefined> {
  return (value, param) => {
    if (value === undefined) return undefined;
    if (!isList(value)) throw invalidRequest('Invalid array', { param });
    if (value.length > maximum) throw invalidRequest(`Invalid array: at most ${maximum} entries`, { param });
    return value.flatMap((entry, index) => item(entry, `${param}[${index}]`) ?? []);
  };
}

/** Stripe's metadata: at most 50 names of 40 characters with values of 500. An empty value leaves its name out. */
export function metadata(): Parser<Record<string, string>> {
  return (value, param) => {
    if (value === undefined || value === '') return {};
    if (!isGroup(value)) throw invalidRequest('Invalid object', { param });
    const entries = Object.entries(value).map(([name, given]): [string, string] => {
      const full = `${param}[${name}]`;
      if (typeof given !== 'string')
        throw invalidRequest('Metadata values must be strings.', { param: full });
      if (name.length > 40) {
        throw invalidRequest(
          `Metadata keys can have up to 40 characters, but you passed in a key that is ${name.length} characters. Invalid key: ${name}`,
          { param },
        );
      }
      if (given.length > 500) {
        throw invalidRequest(
          `Metadata values can have up to 500 characters, but you passed in a value that is ${given.length} characters. Invalid value: ${given}`,
          { param: full },
        );
      }
      return [name, given];
    });
    if (entries.length > 50) throw invalidRequest('Metadata can have up to 50 keys.', { param });
    return Object.fromEntries(entries.filter(([, given]) => given !== ''));
  };
}

/** Makes a parameter one that has to be there. */
export function required<T>(parser: Parser<T | undefined>): Parser<T> {
  return (value, param) => {
    const parsed = parser(value, param);
    if (parsed === undefined) {
      throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
    }
    return parsed;
  };
}

/** A group of parameters in brackets, or undefined. Names that are not among `fields` are refused. */
export function group<S extends Fields>(fields: S): Parser<Parsed<S> | undefined> {
  return (value, param) => {
    if (value === undefined) return undefined;
    if (!isGroup(value)) throw invalidRequest('Invalid object', { param });
    return readFields(fields, value, (name) => `${param}[${name}]`);
  };
}

/** All parameters of a request. */
export function parameters<S extends Fields>(
  fields: S,
): (raw: { readonly [name: string]: RawValue }) => Parsed<S> {
  return (raw) => readFields(fields, raw, (name) => name);
}

function readFields<S extends Fields>(
  fields: S,
  raw: { readonly [name: string]: RawValue },
  nameOf: (name: string) => string,
): Parsed<S> {
  for (const name of Object.keys(raw)) {
    if (!Object.hasOwn(fields, name)) {
      throw invalidRequest(`Received unknown parameter: ${nameOf(name)}`, {
        code: 'parameter_unknown',
        param: nameOf(name),
      });
    }
  }
  const parsed = Object.entries(fields).map(([name, parser]) => [name, parser(raw[name], nameOf(name))]);
  // The entries are exactly those of `fields`, each read by its own parser, which the compiler cannot follow.
  return Object.fromEntries(parsed) as Parsed<S>;
}

function scalar(value: RawValue | undefined, param: string, what: string): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw invalidRequest(`Invalid ${what}`, { param });
  if (value === '') {
    throw invalidRequest(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param },
    );
  }
  return value;
}

function asRaw(value: unknown): RawValue {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(asRaw);
  if (typeof value === 'object' && value !== null) {
    const raw: Record<string, RawValue> = Object.create(null);
    for (const [name, inner] of Object.entries(value)) raw[name] = asRaw(inner);
    return raw;
  }
  return '';
}

export function isGroup(value: RawValue): value is { readonly [name: string]: RawValue } {
  return typeof value === 'object' && !Array.isArray(value);
}

function isList(value: RawValue): value is readonly RawValue[] {
  return Array.isArray(value);
}
