/** One field in which two documents differ. A side that does not have it is undefined. */
export interface Difference {
  /** From the outermost name to the innermost: `shippingAddress.city`. */
  readonly path: string;
  readonly stored: string | undefined;
  readonly brought: string | undefined;
}

/** What two JSON texts differ in, field by field, in the order of their names. Null: one of them is no JSON. */
export function differences(stored: string, brought: string): Difference[] | null {
  try {
    const [left, right] = [fieldsOf(JSON.parse(stored)), fieldsOf(JSON.parse(brought))];
    const paths = [...new Set([...left.keys(), ...right.keys()])].sort();
    return paths
      .map((path) => ({ path, stored: left.get(path), brought: right.get(path) }))
      .filter((field) => field.stored !== field.brought);
  } catch {
    return null; // JSON.parse throws on what is none
  }
}

/** Every value that is no object with fields, by its path, as JSON. */
function fieldsOf(value: unknown, path = '', found = new Map<string, string>()): Map<string, string> {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (fields.length === 0) found.set(path || '(all of it)', JSON.stringify(value));
  for (const [name, inner] of fields) fieldsOf(inner, path === '' ? name : `${path}.${name}`, found);
  return found;
}

/** JSON for people; text that is none stays as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text; // JSON.parse throws on what is none
  }
}
