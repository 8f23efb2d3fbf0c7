import type { catalogue } from './catalogue';

type Slug = (typeof catalogue)[number]['slug'];
type View = readonly [image: string, alt: string];

/** What two more pictures of each product show: it being pressed, and how big it is. */
const words: Readonly<Record<Slug, readonly [pressed: string, size: string]>> = {
  'big-red-button': [
    'A finger on top of the big red button, which gives way',
    'The big red button beside a pencil: almost as wide as the pencil is long, 16 cm',
  ],
  'arcade-button': [
    'A finger in the hollow of the yellow arcade button',
    'The arcade button beside a coin: its barrel is a little wider, 3 cm',
  ],
  'hotel-bell': [
    'A finger on the brass plunger of the desk bell',
    'The desk bell beside a pencil: a good half of its length, 9 cm wide',
  ],
  'clicky-key-switch': [
    'A finger on the violet cap of the key switch',
    'The key switch beside a coin: smaller than the coin, 16 mm wide',
  ],
  'emergency-stop': [
    'A finger on the red mushroom of the emergency stop',
    'The emergency stop beside a coin: two coins wide, 5 cm',
  ],
  'quiz-buzzer': [
    'A finger on the blue dome of the quiz buzzer',
    'The quiz buzzer beside a pencil: a palm wide, 10 cm',
  ],
  doorbell: [
    'A finger on the porcelain push of the brass doorbell',
    'The doorbell beside a coin: 7 cm tall, and little wider than the coin',
  ],
  'light-switch': [
    'A finger on the lower half of the mint rocker',
    'The light switch beside a pencil: 10 cm tall, 7 cm wide',
  ],
  'typewriter-key': [
    'A finger on the middle one of three typewriter keys, the A',
    'Three typewriter keys beside a coin: each a little smaller than the coin',
  ],
  stapler: [
    'A finger on the front of the tangerine stapler',
    'The stapler beside a pencil: nearly as long, 15 cm',
  ],
  'foot-pedal': [
    'A finger, for want of a foot, on the ribbed pad of the pedal',
    'The foot pedal beside a pencil: longer than the pencil, 20 cm with its cable',
  ],
  'shutter-release': [
    'A finger on the mint plunger of the cable release',
    'The coiled cable release beside a pencil: under half of its length, 7 cm',
  ],
  'bubble-wrap': [
    'A finger on one of the bubbles',
    'The square of bubble wrap beside a pencil: 30 cm, almost two pencils',
  ],
  'piano-key': [
    'A finger on middle C, which is down',
    'Middle C and its neighbours beside a pencil: 17 cm wide',
  ],
  'elevator-button': [
    'A finger on the lit up button of the elevator panel',
    'The elevator panel beside a pencil: taller than the pencil, 22 cm',
  ],
  'telegraph-key': [
    'A finger on the dark knob of the telegraph key',
    'The telegraph key beside a pencil: nearly as long, 15 cm',
  ],
};

/** The pictures of a product after its first. */
export function galleryOf(slug: Slug): readonly View[] {
  const [pressed, size] = words[slug];
  return [
    [`/products/${slug}-pressed.svg`, pressed],
    [`/products/${slug}-size.svg`, size],
  ];
}
