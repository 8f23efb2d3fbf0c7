import { describe, expect, it } from 'vitest';
import { type Design, purchaseThatCrashes, stepNames } from './crash-points';

/** Outcomes of a crash before the first step, after the first, .., after the last: `orders/charges`. */
function outcomes(design: Design, hasProcessorKey: boolean): string[] {
  return [0, ...stepNames(design).map((_, index) => index + 1)].map((after) => {
    const { orders, charges } = purchaseThatCrashes({ design, hasProcessorKey }, [after]);
    return `${orders}/${charges}`;
  });
}

describe('a shop that is killed after any of its steps, and the attempt that follows', () => {
  it('end in one order and one charge when claim and order are one transaction and the processor has the key', () => {
    expect(new Set(outcomes('one_transaction', true))).toEqual(new Set(['1/1']));
  });

  it('do so too when the second and the third attempt are killed as well', () => {
    const ends = [0, 1, 2, 3, 4];
    for (const first of ends)
      for (const second of ends)
        for (const third of ends) {
          const run = purchaseThatCrashes({ design: 'one_transaction', hasProcessorKey: true }, [
            first,
            second,
            third,
          ]);
          expect([run.orders, run.charges], `${first}, ${second}, ${third}`).toEqual([1, 1]);
        }
  });

  it('charge twice after the charge when the processor has no key, in every design', () => {
    for (const design of ['record_last', 'claim_apart', 'one_transaction'] as const) {
      expect(
        outcomes(design, false).some((end) => end.endsWith('/2')),
        design,
      ).toBe(true);
    }
  });

  it('leave two orders when the claim does not tell whether its order was made', () => {
    expect(outcomes('claim_apart', true)).toEqual(['1/1', '1/1', '2/1', '2/1', '1/1', '1/1']);
    expect(outcomes('record_last', true)).toEqual(['1/1', '2/1', '2/1', '1/1', '1/1']);
  });
});
