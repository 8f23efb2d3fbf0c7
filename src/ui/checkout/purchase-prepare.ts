import type { PayInput } from '@/checkout/input';

/** Makes the input of a purchase, which is frozen from then on. Rejects with {@link NotSent} when there is none. */
export type Prepare = () => Promise<PayInput>;

/** The purchase ended before anything was sent to the shop. */
export class NotSent extends Error {
  /** @param fields what is wrong, by the form's own field names */
  constructor(
    message: string,
    readonly fields: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'NotSent';
  }
}

/** What the page itself did wrong. */
export const somethingWrong = new NotSent('Something went wrong on this page. Nothing was sent.');
