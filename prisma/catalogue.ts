import type { Currency } from '../src/platform/currencies';

/** Names of the palette's colour tokens; a product's tile and details are tinted with one of them. */
export type AccentToken = 'tangerine' | 'cherry' | 'sun' | 'mint' | 'sky' | 'violet' | 'steel';

export type CatalogueCategory = 'Buttons' | 'Bells and buzzers' | 'Keys' | 'Switches' | 'Desk';

/** A product as the seed writes it. */
export type CatalogueItem = {
  readonly slug: string;
  readonly name: string;
  readonly tagline: string;
  readonly description: string;
  readonly category: CatalogueCategory;
  /** Minor units of each currency: set by people, never converted. */
  readonly prices: Readonly<Record<Currency, number>>;
  /** Units on hand when the store is seeded. */
  readonly stock: number;
  readonly image: `/products/${string}.svg`;
  readonly imageAlt: string;
  readonly specs: readonly (readonly [label: string, value: string])[];
  readonly accent: AccentToken;
  readonly sortOrder: number;
};

/**
 * The products of the demo store, in the order of the shop window.
 *
 * Most stocks are in the thousands because tests and the laboratory buy a lot; the scarce ones
 * (5, 1 and 0 units) are there so that running out, and racing for the last one, can be seen.
 */
export const catalogue = [
  {
    slug: 'big-red-button',
    name: 'Big Red Button',
    tagline: 'You know you want to.',
    description:
      'A 100 mm domed plunger on a sprung steel base that needs 6 N and travels 8 mm. It closes one plain contact and makes one deep thock. What the contact is wired to is your decision, and nobody else should be told.',
    category: 'Buttons',
    prices: { USD: 4900, EUR: 4695, JPY: 7350, KWD: 15_050 },
    stock: 4800,
    image: '/products/big-red-button.svg',
    imageAlt: 'A large domed red button in a steel collar on a dark violet base',
    specs: [
      ['Travel', '8 mm'],
      ['Force', '6 N'],
      ['Sound', 'One deep thock'],
      ['Dome', '100 mm, ABS'],
      ['Contact', '1 NO, 24 V DC'],
    ],
    accent: 'cherry',
    sortOrder: 1,
  },
  {
    slug: 'arcade-button',
    name: 'Arcade Button, 30 mm',
    tagline: 'Insert coin separately.',
    description:
      'A snap-in 30 mm plunger with a concave cap and 2.5 mm of travel, rated for ten million presses. It actuates at 0.8 N, which is less than it takes to make up your mind. The microswitch clicks once on the way down and is polite on the way up.',
    category: 'Buttons',
    prices: { USD: 375, EUR: 360, JPY: 550, KWD: 1150 },
    stock: 5000,
    image: '/products/arcade-button.svg',
    imageAlt: 'A yellow arcade button with a threaded barrel and a lock nut, seen at an angle',
    specs: [
      ['Travel', '2.5 mm'],
      ['Force', '0.8 N'],
      ['Sound', 'Short click'],
      ['Cut-out', '30 mm'],
      ['Life', '10 million presses'],
    ],
    accent: 'sun',
    sortOrder: 2,
  },
  {
    slug: 'hotel-bell',
    name: 'Hotel Desk Bell',
    tagline: 'Ding. Somebody will be with you shortly.',
    description:
      'A nickel-plated 85 mm dome over a cast base, struck by a brass clapper on a 4 mm plunger. It rings at 2.3 kHz for about four seconds. Ringing it twice does not make the clerk come twice, which is rather the point of this shop.',
    category: 'Bells and buzzers',
    prices: { USD: 1850, EUR: 1775, JPY: 2800, KWD: 5700 },
    stock: 2600,
    image: '/products/hotel-bell.svg',
    imageAlt: 'A silver desk bell with a brass plunger and a dark round base',
    specs: [
      ['Travel', '4 mm'],
      ['Force', '2 N'],
      ['Sound', '2.3 kHz, 4 s decay'],
      ['Dome', '85 mm, nickel on steel'],
    ],
    accent: 'steel',
    sortOrder: 3,
  },
  {
    slug: 'clicky-key-switch',
    name: 'Clicky Key Switch',
    tagline: 'The whole office will know.',
    description:
      'One plate-mount keyboard switch with a click jacket: 60 cN at the bump, actuation at 2.2 mm, bottom at 4 mm. The cap comes off for cleaning and regret. Sold singly, because the person who wants 104 of them already has 104 of them.',
    category: 'Keys',
    prices: { USD: 300, EUR: 290, JPY: 450, KWD: 900 },
    stock: 5000,
    image: '/products/clicky-key-switch.svg',
    imageAlt: 'A keyboard switch with a blue stem and a violet keycap hovering above it',
    specs: [
      ['Travel', '4 mm, actuates at 2.2 mm'],
      ['Force', '60 cN at the bump'],
      ['Sound', 'Click, twice per press'],
      ['Mount', 'Plate, 14 mm square'],
    ],
    accent: 'violet',
    sortOrder: 4,
  },
  {
    slug: 'emergency-stop',
    name: 'Emergency Stop',
    tagline: 'Push to stop. Twist to explain yourself.',
    description:
      'A 40 mm mushroom on a yellow box that latches after 6 mm and stays down until it is twisted a quarter turn. Pressing it again while it is latched changes nothing: the most honest idempotent operation we sell. Two contacts open whatever the spring thinks.',
    category: 'Buttons',
    prices: { USD: 3495, EUR: 3355, JPY: 5250, KWD: 10_750 },
    stock: 3200,
    image: '/products/emergency-stop.svg',
    imageAlt: 'A red mushroom button with turning arrows on a yellow box with hazard stripes',
    specs: [
      ['Travel', '6 mm, latching'],
      ['Force', '32 N'],
      ['Sound', 'Clack, then silence'],
      ['Release', 'Twist 90 degrees'],
      ['Contacts', '2 NC, positive opening'],
    ],
    accent: 'sun',
    sortOrder: 5,
  },
  {
    slug: 'quiz-buzzer',
    name: 'Quiz Buzzer',
    tagline: 'First press wins. Later presses are noted.',
    description:
      'A palm-sized dome with a ring of light and 5 mm of travel, loud enough at 85 dB to end an argument across a room. It locks out for three seconds after the first press, so slapping it harder adds nothing but enthusiasm. Two AA cells, not included.',
    category: 'Bells and buzzers',
    prices: { USD: 2250, EUR: 2155, JPY: 3400, KWD: 6900 },
    stock: 2900,
    image: '/products/quiz-buzzer.svg',
    imageAlt: 'A game-show buzzer with a blue dome, a yellow light ring and a striped skirt',
    specs: [
      ['Travel', '5 mm'],
      ['Force', '4 N'],
      ['Sound', '85 dB at 1 m'],
      ['Lock-out', '3 s'],
      ['Power', '2 × AA'],
    ],
    accent: 'sky',
    sortOrder: 6,
  },
  {
    slug: 'doorbell',
    name: 'Brass Doorbell',
    tagline: 'One ring is enough. They heard you.',
    description:
      'A cast brass plate with a 16 mm porcelain push that travels 3 mm and springs straight back. It closes an 8 V bell circuit, so the sound depends on whose house it is. Two screws, both slotted, both aligned at the factory and by nobody afterwards.',
    category: 'Bells and buzzers',
    prices: { USD: 2795, EUR: 2675, JPY: 4200, KWD: 8600 },
    stock: 47,
    image: '/products/doorbell.svg',
    imageAlt: 'A scalloped brass doorbell plate with two screws and a pale push in the middle',
    specs: [
      ['Travel', '3 mm'],
      ['Force', '2.5 N'],
      ['Sound', 'That of your own bell'],
      ['Circuit', '8 to 24 V AC'],
    ],
    accent: 'tangerine',
    sortOrder: 7,
  },
  {
    slug: 'light-switch',
    name: 'Rocker Light Switch',
    tagline: 'On, off, and no third opinion.',
    description:
      'A wide rocker that tips over centre at 7 degrees with 3 N and stays where it fell. The snap is 55 dB, so you can find out from the next room. Fits a standard single-gang box; the wall is not supplied.',
    category: 'Switches',
    prices: { USD: 890, EUR: 855, JPY: 1350, KWD: 2750 },
    stock: 4100,
    image: '/products/light-switch.svg',
    imageAlt: 'A pale wall plate with a wide mint rocker switch tipped to on',
    specs: [
      ['Travel', '7 degrees over centre'],
      ['Force', '3 N'],
      ['Sound', '55 dB snap'],
      ['Rating', '15 A, 120 V AC'],
    ],
    accent: 'mint',
    sortOrder: 8,
  },
  {
    slug: 'typewriter-key',
    name: 'Typewriter Key',
    tagline: 'No undo. Choose your letter.',
    description:
      'A glass-topped key in a nickel ring, taken from a 1938 portable and still on its bent lever. It drops 14 mm under 3 N and throws a type bar you no longer have. Press it twice and you get the letter twice: it is kept here as a warning.',
    category: 'Keys',
    prices: { USD: 1475, EUR: 1415, JPY: 2200, KWD: 4550 },
    stock: 84,
    image: '/products/typewriter-key.svg',
    imageAlt: 'Three round typewriter keys with metal rims on levers, lettered T, A and P',
    specs: [
      ['Travel', '14 mm'],
      ['Force', '3 N'],
      ['Sound', 'Clack and a distant thud'],
      ['Year', '1938'],
    ],
    accent: 'steel',
    sortOrder: 9,
  },
  {
    slug: 'stapler',
    name: 'Full-Strip Stapler',
    tagline: 'Ka-chunk, as a service.',
    description:
      'A die-cast stapler with a 70 mm throat that fastens 20 sheets with about 45 N of palm. Travel is 22 mm and most of it is anticipation. It takes 26/6 staples and puts in exactly one per press, which is more than some checkouts manage.',
    category: 'Desk',
    prices: { USD: 2380, EUR: 2275, JPY: 3550, KWD: 7300 },
    stock: 2200,
    image: '/products/stapler.svg',
    imageAlt: 'A tangerine stapler with an open jaw, seen from the side',
    specs: [
      ['Travel', '22 mm'],
      ['Force', '45 N for 20 sheets'],
      ['Sound', 'Ka-chunk'],
      ['Staples', '26/6, strip of 210'],
    ],
    accent: 'tangerine',
    sortOrder: 10,
  },
  {
    slug: 'foot-pedal',
    name: 'Heavy Foot Pedal',
    tagline: 'For when both hands are already pressing.',
    description:
      'A cast aluminium treadle with a ribbed rubber pad, 18 mm of travel at the toe and a 12 N return spring. Rubber feet keep it where you left it. It clicks softly under the sole of a shoe and hardly at all under a sock.',
    category: 'Switches',
    prices: { USD: 3990, EUR: 3825, JPY: 6000, KWD: 12_250 },
    stock: 1600,
    image: '/products/foot-pedal.svg',
    imageAlt: 'A violet foot pedal with a ribbed pad, a return spring and a jack on a cable',
    specs: [
      ['Travel', '18 mm at the toe'],
      ['Force', '12 N'],
      ['Sound', 'Muffled click'],
      ['Cable', '1.8 m, 6.35 mm jack'],
    ],
    accent: 'violet',
    sortOrder: 11,
  },
  {
    slug: 'shutter-release',
    name: 'Cable Shutter Release',
    tagline: 'Half press, think, press.',
    description:
      'A 500 mm braided cable with a 9 mm plunger and a lock for long exposures. It screws into the tapered thread of a classic shutter button and moves the pin 6 mm with 4 N at the thumb. Silent; the noise you hear is the camera.',
    category: 'Switches',
    prices: { USD: 1650, EUR: 1575, JPY: 2500, KWD: 5050 },
    stock: 63,
    image: '/products/shutter-release.svg',
    imageAlt: 'A coiled cable release with a finger rest, a plunger and a threaded tip',
    specs: [
      ['Travel', '9 mm plunger, 6 mm pin'],
      ['Force', '4 N'],
      ['Sound', 'None of its own'],
      ['Cable', '500 mm, braided'],
    ],
    accent: 'mint',
    sortOrder: 12,
  },
  {
    slug: 'bubble-wrap',
    name: 'Bubble Wrap, One Square',
    tagline: 'Each bubble is exactly-once.',
    description:
      'A 300 mm square with 400 bubbles of 10 mm, each good for one press at about 15 N. The pop is 70 dB and cannot be replayed. Please allow for loss in transit: our packers are only human.',
    category: 'Desk',
    prices: { USD: 450, EUR: 430, JPY: 700, KWD: 1400 },
    stock: 4400,
    image: '/products/bubble-wrap.svg',
    imageAlt: 'A sheet of sky-blue bubble wrap with a curled corner and a few popped bubbles',
    specs: [
      ['Travel', '4 mm, one way'],
      ['Force', '15 N'],
      ['Sound', '70 dB pop'],
      ['Bubbles', '400, fresh'],
    ],
    accent: 'sky',
    sortOrder: 13,
  },
  {
    slug: 'piano-key',
    name: 'Middle C',
    tagline: 'The other 87 are sold elsewhere.',
    description:
      'One spruce key with its neighbours for company, balanced to go down at 50 g and dip 10 mm. Without a piano behind it the sound is a felted tock, in C. Weighted with two lead plugs at the front, as is only proper.',
    category: 'Keys',
    prices: { USD: 7600, EUR: 7295, JPY: 11_400, KWD: 23_350 },
    stock: 5,
    image: '/products/piano-key.svg',
    imageAlt: 'Five white and three black piano keys, the middle C pressed down and marked red',
    specs: [
      ['Travel', '10 mm dip'],
      ['Force', '50 g'],
      ['Sound', 'Felted tock'],
      ['Wood', 'Spruce, two lead plugs'],
    ],
    accent: 'cherry',
    sortOrder: 14,
  },
  {
    slug: 'elevator-button',
    name: 'Elevator Call Panel',
    tagline: 'Pressing it again has never helped.',
    description:
      'A brushed steel call plate with two 34 mm buttons, saved from a seven-storey department store. They travel 1.5 mm at 3 N and light up until the car comes, which it now never will. There is one, and it has been pressed about two million times.',
    category: 'Buttons',
    prices: { USD: 12_900, EUR: 12_375, JPY: 19_350, KWD: 39_600 },
    stock: 1,
    image: '/products/elevator-button.svg',
    imageAlt: 'A steel elevator call plate with an up button lit in orange and a down button',
    specs: [
      ['Travel', '1.5 mm'],
      ['Force', '3 N'],
      ['Sound', 'Tick, then waiting'],
      ['Plate', '120 × 260 mm, brushed steel'],
    ],
    accent: 'steel',
    sortOrder: 15,
  },
  {
    slug: 'telegraph-key',
    name: 'Telegraph Key',
    tagline: 'At-least-once delivery since 1844.',
    description:
      'A straight key in brass on a hardwood base, with the gap adjustable from 0.1 to 1.5 mm and the spring from 1 to 5 N. It says dit when you press and dah when you hesitate. If nobody answers, operators simply sent it again, and that is how all of this started.',
    category: 'Keys',
    prices: { USD: 18_900, EUR: 18_135, JPY: 28_350, KWD: 58_000 },
    stock: 0,
    image: '/products/telegraph-key.svg',
    imageAlt: 'A brass telegraph key with a dark knob on a wooden base',
    specs: [
      ['Travel', '0.1 to 1.5 mm'],
      ['Force', '1 to 5 N'],
      ['Sound', 'Dit or dah'],
      ['Base', 'Hardwood, felted'],
    ],
    accent: 'tangerine',
    sortOrder: 16,
  },
] as const satisfies readonly CatalogueItem[];
