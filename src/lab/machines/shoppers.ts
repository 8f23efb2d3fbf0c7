import { type ApiAnswer, expectOk, type PayRequest, TestShopper } from '@/run/testbed/shopper';
import { until } from '@/run/testbed/until';
import { patienceMs, patiently } from './patience';

/** A purchase and what everybody who asked for it was told in the end. */
export interface Purchase {
  readonly shopper: TestShopper;
  readonly request: PayRequest;
  /** The status and the bytes of every final answer: one for each tap. */
  readonly answers: readonly { readonly status: number; readonly text: string }[];
}

/** One purchase of every so many is tried with a card that is declined. */
const declinedEvery = 7;

/** People who buy one thing after the other, tap Pay twice, and ask again with their key until they are told. */
export class Shoppers {
  readonly purchases: Purchase[] = [];
  /** Purchases whose shopper has not been told yet. */
  underWay = 0;
  /** How often somebody was told nothing final, and asked again. */
  askedAgain = 0;
  #isOver = false;
  #begun = 0;
  readonly #everybody: Promise<void>;
  #failure: unknown;

  constructor(
    private readonly shopUrl: string,
    count: number,
  ) {
    this.#everybody = Promise.all(Array.from({ length: count }, () => this.#shop())).then(
      () => undefined,
      (error: unknown) => {
        this.#failure = error;
      },
    );
  }

  get paid(): readonly Purchase[] {
    return this.purchases.filter(isPaid);
  }

  /** Resolves when so many purchases more than now are paid. */
  async untilPaid(more: number): Promise<void> {
    const goal = this.paid.length + more;
    const isThere = async () => {
      if (this.#failure) throw this.#failure;
      return this.paid.length >= goal;
    };
    await until(`${goal} purchases are paid`, isThere, 2 * patienceMs);
  }

  /** Resolves while somebody pays, with how many do. */
  async whilePaying(): Promise<number> {
    await until('somebody pays', async () => this.underWay > 0);
    return this.underWay;
  }

  /** Nobody begins another purchase. Resolves when everybody was told; rejects when somebody was not. */
  async goHome(): Promise<void> {
    this.#isOver = true;
    await this.#everybody;
    if (this.#failure) throw this.#failure;
  }

  async #shop(): Promise<void> {
    const shopper = new TestShopper(this.shopUrl);
    const products = await this.#patiently(() => shopper.products());
    const productId = products['bubble-wrap'] ?? '';
    while (!this.#isOver) {
      this.#begun += 1;
      const card = this.#begun % declinedEvery === 0 ? 'pm_card_visa_chargeDeclined' : 'pm_card_visa';
      await this.#patiently(async () =>
        expectOk(await shopper.mutate('cart.setItem', { productId, quantity: 1 })),
      );
      const request = await this.#patiently(() => shopper.purchase(card));
      this.underWay += 1;
      try {
        const answers = await Promise.all([this.#pay(shopper, request), this.#pay(shopper, request)]);
        this.purchases.push({ shopper, request, answers });
      } finally {
        this.underWay -= 1;
      }
    }
  }

  #pay(shopper: TestShopper, request: PayRequest): Promise<ApiAnswer> {
    return this.#patiently(async () => {
      const answer = await shopper.pay(request);
      if (!isFinal(answer)) throw new Error(`the shop answered ${answer.status}: ${answer.text}`);
      return answer;
    });
  }

  #patiently<T>(work: () => Promise<T>): Promise<T> {
    return patiently(work, () => {
      this.askedAgain += 1;
    });
  }
}

/** The shop will say it for ever: a success, or an error after which the same key makes no sense. */
export function isFinal({ status, error }: ApiAnswer): boolean {
  return status === 200 || (error !== undefined && error.retry !== 'same_key');
}

/** Somebody was told that it is paid. */
export function isPaid({ answers }: Purchase): boolean {
  return answers.some(({ status }) => status === 200);
}
