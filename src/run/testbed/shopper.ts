import { randomUUID } from 'node:crypto';

/** What the API answered, down to its bytes. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** `result.data`, or undefined for an error. */
  readonly data: Record<string, unknown> | undefined;
  /** `error.data`, or undefined for a success. */
  readonly error: Record<string, unknown> | undefined;
  /** When the request left and when its answer was complete, in milliseconds. */
  readonly sentAt: number;
  readonly answeredAt: number;
}

export interface PayRequest {
  readonly key: string;
  readonly input: Record<string, unknown>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the request from the shopper's side. */
  readonly signal?: AbortSignal;
}

/** A shopper of the tests, who speaks plain HTTP to any store: no client of ours can hide what happened. */
export class TestShopper {
  #cookie: string | undefined;

  /** @param storeUrl the store that is spoken to where a call names no other */
  constructor(private readonly storeUrl: string) {}

  /** The session, as a `Cookie` header takes it; undefined before the first answer. */
  get cookie(): string | undefined {
    return this.#cookie;
  }

  async query(path: string, input?: unknown): Promise<ApiAnswer> {
    const search = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    return this.#call(this.storeUrl, `/api/trpc/${path}${search}`, { method: 'GET' });
  }

  async mutate(
    path: string,
    input: unknown,
    headers: HeadersInit = {},
    storeUrl = this.storeUrl,
    signal: AbortSignal | null = null,
  ): Promise<ApiAnswer> {
    const all = new Headers(headers);
    all.set('content-type', 'application/json');
    return this.#call(storeUrl, `/api/trpc/${path}`, {
      method: 'POST',
      body: JSON.stringify(input),
      headers: all,
      signal,
    });
  }

  pay({ key, input, headers, signal }: PayRequest, storeUrl = this.storeUrl): Promise<ApiAnswer> {
    return this.mutate('checkout.pay', input, { 'idempotency-key': key, ...headers }, storeUrl, signal);
  }

  /** Fills the cart and returns what a page would send for it. */
  async fillCart(
    items: Readonly<Record<string, number>>,
    paymentMethodId = 'pm_card_visa',
  ): Promise<PayRequest> {
    for (const [productId, quantity] of Object.entries(items)) {
      expectOk(await this.mutate('cart.setItem', { productId, quantity }));
    }
    return this.purchase(paymentMethodId);
  }

  /** A purchase of the cart as it is: a new key, and what the quote says. */
  async purchase(paymentMethodId = 'pm_card_visa'): Promise<PayRequest> {
    const cart = expectOk(await this.query('cart.get'));
    const quote = expectOk(await this.query('checkout.quote', { cartId: cart.id }));
    return {
      key: randomUUID(),
      input: {
        cartId: cart.id,
        cartVersion: quote.cartVersion,
        expectedTotal: quote.total,
        email: 'ada@example.com',
        shippingAddress: {
          name: 'Ada L',
          line1: '1 Bell St',
          city: 'Austin',
          region: 'TX',
          postalCode: '78701',
          country: 'US',
        },
        paymentMethodId,
      },
    };
  }

  /** Product ids by slug. */
  async products(): Promise<Record<string, string>> {
    const { text } = await this.query('catalog.list');
    const { result }: { result: { data: { slug: string; id: string }[] } } = JSON.parse(text);
    return Object.fromEntries(result.data.map(({ slug, id }) => [slug, id]));
  }

  async #call(storeUrl: string, path: string, init: RequestInit): Promise<ApiAnswer> {
    const headers = new Headers(init.headers);
    if (this.#cookie) headers.set('cookie', this.#cookie);
    const sentAt = performance.now();
    const response = await fetch(`${storeUrl}${path}`, { ...init, headers });
    const text = await response.text();
    // Of a compressed answer that is cut off, fetch makes an empty one.
    if (text === '') throw new Error(`an answer with status ${response.status} was cut off`);
    const [session] = response.headers
      .getSetCookie()
      .filter((cookie) => cookie.startsWith('doubletap_session='));
    // Of calls in parallel without a session, each is given one of its own: the first is kept, as a page keeps its document's.
    if (session && (this.#cookie === undefined || headers.has('cookie')))
      this.#cookie = session.split(';')[0];
    const body: { result?: { data: Record<string, unknown> }; error?: { data: Record<string, unknown> } } =
      text.startsWith('{') ? JSON.parse(text) : {};
    return {
      status: response.status,
      headers: response.headers,
      text,
      data: body.result?.data,
      error: body.error?.data,
      sentAt,
      answeredAt: performance.now(),
    };
  }
}

/** The data of a success; throws what the API said instead. */
export function expectOk(answer: ApiAnswer): Record<string, unknown> {
  if (answer.status !== 200 || !answer.data)
    throw new Error(`the API answered ${answer.status}: ${answer.text}`);
  return answer.data;
}
