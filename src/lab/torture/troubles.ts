import type { Draw } from './draw';

/** What a shopper does while a purchase is under way. */
export interface Trouble {
  readonly kind:
    | 'reload'
    /** Closes the tab, for good. */
    | 'leave'
    | 'duplicate_the_tab'
    | 'pay_in_another_tab'
    | 'change_of_mind'
    | 'change_the_cart';
  readonly afterMs: number;
}

const weights = {
  none: 40,
  reload: 16,
  leave: 9,
  duplicate_the_tab: 9,
  pay_in_another_tab: 12,
  change_of_mind: 8,
  change_the_cart: 6,
};

/** Most purchases go undisturbed, some are disturbed more than once. */
export function drawTroubles(draw: Draw): Trouble[] {
  const troubles: Trouble[] = [];
  for (;;) {
    const kind = draw.weighed(weights);
    if (kind === 'none') return troubles;
    troubles.push({ kind, afterMs: draw.chance(0.5) ? draw.between(0, 300) : draw.between(300, 6_000) });
    if (draw.chance(0.5)) return troubles;
  }
}
