interface CurrencyRule {
  readonly decimals: 0 | 2 | 3;
  /** Smallest charge, in minor units. Where Stripe publishes none, about half a dollar. */
  readonly minimum: number;
}

/** Stripe's largest amount: eight digits of minor units. */
export const MAXIMUM_AMOUNT = 99_999_999;

const TWO_DECIMALS: Readonly<Record<string, number>> = {
  usd: 50,
  aed: 200,
  ars: 50_000,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  cny: 400,
  czk: 1_500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  idr: 800_000,
  ils: 200,
  inr: 50,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  nzd: 50,
  php: 3_000,
  pln: 200,
  ron: 200,
  sar: 200,
  sek: 300,
  sgd: 50,
  thb: 1_000,
  try: 2_000,
  twd: 1_600,
  zar: 900,
};
const ZERO_DECIMALS: Readonly<Record<string, number>> = {
  bif: 1_500,
  clp: 500,
  djf: 90,
  gnf: 4_500,
  jpy: 50,
  kmf: 250,
  krw: 700,
  mga: 2_300,
  pyg: 4_000,
  rwf: 700,
  vnd: 13_000,
  vuv: 60,
  xaf: 300,
  xof: 300,
  xpf: 60,
};
const THREE_DECIMALS: Readonly<Record<string, number>> = {
  bhd: 190,
  jod: 360,
  kwd: 160,
  omr: 200,
  tnd: 1_600,
};

const RULES = new Map<string, CurrencyRule>([
  ...rules(TWO_DECIMALS, 2),
  ...rules(ZERO_DECIMALS, 0),
  ...rules(THREE_DECIMALS, 3),
]);

function rules(minimums: Readonly<Record<string, number>>, decimals: 0 | 2 | 3): [string, CurrencyRule][] {
  return Object.entries(minimums).map(([code, minimum]) => [code, { decimals, minimum }]);
}

/** Lower-case ISO codes the simulator takes. */
export function supportedCurrencies(): readonly string[] {
  return [...RULES.keys()];
}

/** The rule of a lower-case code, or undefined when the simulator does not take the currency. */
export function currencyRule(code: string): CurrencyRule | undefined {
  return RULES.get(code);
}

/** An amount of minor units for people: `formatAmount(1050, 'usd')` is `$10.50`. */
export function formatAmount(amount: number, currency: string): string {
  const decimals = RULES.get(currency)?.decimals ?? 2;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount / 10 ** decimals);
}

/** Stripe's US price of a card payment: 2.9 % + 30 cents, in minor units of the charge's own currency. */
export function processingFee(amount: number, currency: string): number {
  const fixed = currencyRule(currency)?.decimals === 3 ? 90 : 30;
  return Math.min(amount, Math.round((amount * 29) / 1000) + fixed);
}
