import { invalidRequest } from './errors';
import { listOf, type Parser, text } from './parameters';

/** Which references of an object are answered as whole objects instead of ids (Stripe's `expand[]`). */
export class Expansion {
  static readonly none = new Expansion([]);

  constructor(private readonly paths: readonly string[]) {}

  has(name: string): boolean {
    return this.paths.some((path) => path === name || path.startsWith(`${name}.`));
  }

  /** What is asked for below a reference: for `latest_charge`, `latest_charge.balance_transaction` is left as its tail. */
  below(name: string): Expansion {
    const prefix = `${name}.`;
    return new Expansion(
      this.paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length)),
    );
  }
}

export const EXPANDABLE = {
  paymentMethod: [],
  paymentIntent: ['latest_charge', 'latest_charge.balance_transaction', 'payment_method'],
  charge: ['balance_transaction', 'payment_intent'],
  refund: ['balance_transaction', 'charge', 'charge.balance_transaction', 'payment_intent'],
  balanceTransaction: ['source'],
  event: [],
} as const;

/** Reads `expand[]`. `prefix` is `data.` where the object stands in a list. */
export function expand(allowed: readonly string[], prefix = ''): Parser<Expansion> {
  return (value, param) => {
    const paths = listOf(text(200), 20)(value, param) ?? [];
    for (const path of paths) {
      if (!path.startsWith(prefix) || !allowed.includes(path.slice(prefix.length))) {
        throw invalidRequest(`This property cannot be expanded (${path}).`, { param });
      }
    }
    return new Expansion(paths.map((path) => path.slice(prefix.length)));
  };
}
