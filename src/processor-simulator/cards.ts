import type { Behaviour } from './behaviours';

/** A test card, most of them published (docs.stripe.com/testing). `cvcFails`: a security code, when given, is found wrong. */
export interface TestCard {
  readonly number: string;
  readonly brand: string;
  readonly funding: 'credit' | 'debit' | 'prepaid';
  readonly country: string;
  readonly behaviour: Behaviour;
  readonly cvcFails: boolean;
  /** The payment methods that stand for the card by name. */
  readonly names: readonly string[];
}

interface Variation {
  readonly funding?: TestCard['funding'];
  readonly country?: string;
  readonly behaviour?: Behaviour;
  readonly cvcFails?: boolean;
}

function card(number: string, brand: string, names: string, variation: Variation = {}): TestCard {
  return {
    number,
    brand,
    names: names.split(' ').filter((name) => name !== ''),
    funding: variation.funding ?? 'credit',
    country: variation.country ?? 'US',
    behaviour: variation.behaviour ?? 'approved',
    cvcFails: variation.cvcFails ?? false,
  };
}

/** Every published card that the simulator knows. Cards whose point is a dispute or a payout are left out. */
export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'visa', 'pm_card_visa pm_card_us'),
  card('4000056655665556', 'visa', 'pm_card_visa_debit', { funding: 'debit' }),
  card('4012888888881881', 'visa', ''),
  card('5555555555554444', 'mastercard', 'pm_card_mastercard'),
  card('2223003122003222', 'mastercard', ''),
  card('5200828282828210', 'mastercard', 'pm_card_mastercard_debit', { funding: 'debit' }),
  card('5105105105105100', 'mastercard', 'pm_card_mastercard_prepaid', { funding: 'prepaid' }),
  card('378282246310005', 'amex', 'pm_card_amex'),
  card('371449635398431', 'amex', ''),
  card('6011111111111117', 'discover', 'pm_card_discover'),
  card('6011000990139424', 'discover', ''),
  card('6011981111111113', 'discover', '', { funding: 'debit' }),
  card('3056930009020004', 'diners', 'pm_card_diners'),
  card('36227206271667', 'diners', ''),
  card('3566002020360505', 'jcb', 'pm_card_jcb', { country: 'JP' }),
  card('6200000000000005', 'unionpay', 'pm_card_unionpay', { country: 'CN' }),
  card('6200000000000047', 'unionpay', '', { funding: 'debit', country: 'CN' }),
  card('6205500000000000004', 'unionpay', '', { country: 'CN' }),
  card('4000000760000002', 'visa', 'pm_card_br', { country: 'BR' }),
  card('4000001240000000', 'visa', 'pm_card_ca', { country: 'CA' }),
  card('4000004840008001', 'visa', 'pm_card_mx', { country: 'MX' }),
  card('4000002760000016', 'visa', 'pm_card_de', { country: 'DE' }),
  card('4000002500000003', 'visa', 'pm_card_fr', { country: 'FR' }),
  card('4000008260000000', 'visa', 'pm_card_gb', { country: 'GB' }),
  card('4000000360000006', 'visa', 'pm_card_au', { country: 'AU' }),
  card('4000003920000003', 'visa', 'pm_card_jp', { country: 'JP' }),
  card('4000000000000101', 'visa', 'pm_card_cvcCheckFail', { cvcFails: true }),
  card('4000000000000002', 'visa', 'pm_card_visa_chargeDeclined pm_card_chargeDeclined', {
    behaviour: 'generic_decline',
  }),
  card('4000000000000341', 'visa', 'pm_card_chargeCustomerFail', { behaviour: 'generic_decline' }),
  card(
    '4000000000009995',
    'visa',
    'pm_card_visa_chargeDeclinedInsufficientFunds pm_card_chargeDeclinedInsufficientFunds',
    { behaviour: 'insufficient_funds' },
  ),
  card('4000000000009987', 'visa', 'pm_card_visa_chargeDeclinedLostCard', { behaviour: 'lost_card' }),
  card('4000000000009979', 'visa', 'pm_card_visa_chargeDeclinedStolenCard', { behaviour: 'stolen_card' }),
  card('4000000000000069', 'visa', 'pm_card_chargeDeclinedExpiredCard', { behaviour: 'expired_card' }),
  card('4000000000000127', 'visa', 'pm_card_chargeDeclinedIncorrectCvc', { behaviour: 'incorrect_cvc' }),
  card('4000000000000119', 'visa', 'pm_card_chargeDeclinedProcessingError', {
    behaviour: 'processing_error',
  }),
  card('4000000000006975', 'visa', 'pm_card_visa_chargeDeclinedVelocityLimitExceeded', {
    behaviour: 'card_velocity_exceeded',
  }),
  card('4100000000000019', 'visa', 'pm_card_chargeDeclinedFraudulent', { behaviour: 'fraudulent' }),
  card('4000000000004954', 'visa', 'pm_card_riskLevelHighest', { behaviour: 'fraudulent' }),
  card('4000000000009235', 'visa', 'pm_card_riskLevelElevated'),
  card('4000002760003184', 'visa', 'pm_card_authenticationRequired', {
    country: 'DE',
    behaviour: 'authentication_required',
  }),
  card('4000002500003155', 'visa', 'pm_card_authenticationRequiredOnSetup', {
    country: 'FR',
    behaviour: 'authentication_required',
  }),
  card('4000003800000446', 'visa', 'pm_card_authenticationRequiredSetupForOffSession', {
    country: 'IT',
    behaviour: 'authentication_required_on_session',
  }),
  card('4000000000003220', 'visa', 'pm_card_threeDSecure2Required', { behaviour: 'authentication_required' }),
  card('4000008400001629', 'visa', 'pm_card_threeDSecureRequiredChargeDeclined', {
    behaviour: 'authentication_required',
  }),
  card('4000000000003055', 'visa', 'pm_card_threeDSecureOptional'),
  card('4000000000007726', 'visa', 'pm_card_pendingRefund', { behaviour: 'refund_pending' }),
  card('4000000000005126', 'visa', 'pm_card_refundFail', { behaviour: 'refund_fails' }),
];

/** The simulator's own: Stripe has no cards for faults of the line to it. */
const FAULT_CARDS: readonly TestCard[] = [
  card('4000000000004046', 'visa', 'pm_card_answerLost', { behaviour: 'answer_lost' }),
  card('4000000000005035', 'visa', 'pm_card_silent', { behaviour: 'silent' }),
];

const ALL_CARDS = [...TEST_CARDS, ...FAULT_CARDS];
const BY_NUMBER = new Map(ALL_CARDS.map((known) => [known.number, known]));
const BY_NAME = new Map(ALL_CARDS.flatMap((known) => known.names.map((name) => [name, known] as const)));

/** The test card a published name such as `pm_card_visa` stands for. */
export function cardNamed(name: string): TestCard | undefined {
  return BY_NAME.get(name);
}

/** The card behind a number that passed the Luhn check. Any other number than a test card's is a real card here. */
export function cardNumbered(number: string): TestCard {
  return (
    BY_NUMBER.get(number) ?? {
      number,
      brand: brandOf(number),
      funding: 'credit',
      country: 'US',
      behaviour: 'test_mode_live_card',
      cvcFails: false,
      names: [],
    }
  );
}

/** The checksum every card number carries in its last digit. */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    const digit = Number(number.charAt(number.length - 1 - index));
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function brandOf(number: string): string {
  if (/^3[47]/.test(number)) return 'amex';
  if (/^35/.test(number)) return 'jcb';
  if (/^3[0689]/.test(number)) return 'diners';
  if (/^4/.test(number)) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (/^62/.test(number)) return 'unionpay';
  if (/^6/.test(number)) return 'discover';
  return 'unknown';
}
