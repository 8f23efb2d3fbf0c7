/** The accounts of the ledger, by their codes in `ledger_account`: the migration that makes the table names the same. */
export const accounts = {
  /** Money that the card processor holds for us. */
  processorClearing: 'processor_clearing',
  /** Money that the processor has paid out. */
  bank: 'bank',
  /** Goods sold, after discounts. */
  revenue: 'revenue',
  /** Shipping charged to shoppers. */
  shipping: 'shipping',
  /** Sales tax owed. */
  tax: 'tax',
  /** Money given back to shoppers. */
  refunds: 'refunds',
  /** What the processor keeps. */
  fees: 'fees',
  /** Charged for nothing, and owed back. */
  surplus: 'surplus',
} as const;

export type Account = (typeof accounts)[keyof typeof accounts];
