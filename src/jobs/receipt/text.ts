import type { ReceiptWords, Row } from './content';

/** How wide a line may be: mail programs that show plain text break at 78 characters (RFC 5322, 2.1.1). */
const longestLabel = 56;

/** The receipt in plain text, as complete as the one in HTML. */
export function textOfReceipt({ title, lines, sums, total, paid, address, link }: ReceiptWords): string {
  const items = lines.map(({ what, detail, price }) => ({ what: `${what}, ${detail}`, price }));
  const rows = [...items, ...sums, total];
  const labelWidth = Math.min(longestLabel, Math.max(...rows.map(({ what }) => what.length)));
  const priceWidth = Math.max(...rows.map(({ price }) => price.length));
  const row = ({ what, price }: Row): string => `${what.padEnd(labelWidth)}  ${price.padStart(priceWidth)}`;
  const rule = '-'.repeat(labelWidth + 2 + priceWidth);
  return [
    'DOUBLETAP',
    '',
    title,
    'Thank you. Your order is paid.',
    '',
    ...items.map(row),
    rule,
    ...sums.map(row),
    rule,
    row(total),
    '',
    paid,
    '',
    'Goes to:',
    ...address,
    '',
    `Look at your order: ${link}`,
    '',
    'However often you tapped Pay: this is one order and one charge.',
    '',
  ].join('\n');
}
