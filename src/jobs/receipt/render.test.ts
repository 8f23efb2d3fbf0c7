import { describe, expect, it } from 'vitest';
import type { ReceiptContent } from './content';
import { renderReceipt } from './render';

const content: ReceiptContent = {
  orderNumber: 'D-1001',
  paidAt: new Date('2026-03-04T23:30:00Z'),
  recipient: 'ada@example.com',
  currency: 'USD',
  lines: [
    { name: 'Arcade Button', quantity: 2, unitAmount: 500 },
    { name: 'Hotel Bell', quantity: 1, unitAmount: 1_900 },
  ],
  subtotal: 2_900,
  discount: 290,
  promo: 'TEN',
  shipping: 490,
  tax: 209,
  total: 3_309,
  card: { brand: 'visa', last4: '4242' },
  address: ['Ada Lovelace', '1 Bell Street', 'Austin, TX 78701', 'United States'],
  link: 'https://shop.example/orders/1?token=abc',
};

/** What a reader of the HTML sees, without its markup. */
function seenIn(html: string): string {
  return html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<br>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

describe('a receipt', () => {
  const { subject, text, html } = renderReceipt(content);

  it.each([
    ['plain text', text],
    ['HTML', seenIn(html)],
  ])('tells everything in %s', (_, receipt) => {
    for (const told of [
      ...['D-1001', 'Arcade Button', '2 × $5.00', '$10.00', 'Hotel Bell', '1 × $19.00', '$19.00'],
      ...['Subtotal', '$29.00', 'Promo code TEN', '−$2.90', 'Shipping', '$4.90', 'Tax', '$2.09'],
      ...['Total, charged once', '$33.09', 'Visa •••• 4242', 'March 4, 2026'],
      ...content.address,
    ])
      expect(receipt).toContain(told);
  });

  it('links to the order in both forms, and names it in the subject', () => {
    expect(subject).toBe('Your order D-1001 at Doubletap');
    expect(text).toContain(content.link);
    expect(html).toContain(`href="${content.link}"`);
  });

  it('is shown with its total beside the subject, before anything else', () => {
    expect(seenIn(html).trim().split('\n').filter(Boolean).slice(0, 2)).toEqual([
      'Your order D-1001',
      '$33.09, charged once. Thank you for your order.',
    ]);
  });

  it('loads nothing, runs nothing, and keeps to tables', () => {
    expect(html).not.toMatch(/<(img|script|link|svg|iframe|form)|src=|url\(|@import|display:\s*(flex|grid)/i);
    expect(html).toContain('prefers-color-scheme:dark');
  });

  it('has plain lines that no mail program breaks', () => {
    const long = renderReceipt({
      ...content,
      lines: [{ name: 'A '.repeat(20).trim(), quantity: 99, unitAmount: 100_000 }],
    });
    const amounts = long.text.split('\n').filter((line) => !line.includes('http'));
    expect(Math.max(...amounts.map((line) => line.length))).toBeLessThanOrEqual(78);
  });

  it('has its amounts below each other', () => {
    const ends = text.split('\n').filter((line) => /\$\d+\.\d\d$/.test(line));
    expect(ends.length).toBeGreaterThan(5);
    expect(new Set(ends.map((line) => line.length)).size).toBe(1);
  });
});

it.each([
  ['JPY', 1_250, '¥1,250'],
  ['KWD', 4_500, 'KWD 4.500'],
  ['EUR', 1_000, '€10.00'],
])('writes %s in its own decimals', (currency, amount, written) => {
  const amounts = { subtotal: amount, discount: 0, shipping: 0, tax: 0, total: amount };
  const lines = [{ name: 'Bell', quantity: 1, unitAmount: amount }];
  const { text, html } = renderReceipt({ ...content, ...amounts, currency, lines, promo: null });
  for (const receipt of [text, seenIn(html)]) {
    expect(receipt.replaceAll('\u00a0', ' ')).toContain(written);
    expect(receipt).toContain('Free');
    expect(receipt).not.toMatch(/promo|discount/i);
  }
});

it('escapes whatever shoppers and the catalogue say', () => {
  const evil = '<img src=x onerror="alert(1)">&\'';
  const { html } = renderReceipt({
    ...content,
    orderNumber: evil,
    lines: [{ name: evil, quantity: 1, unitAmount: 1 }],
    promo: evil,
    address: [evil],
    card: { brand: evil, last4: evil },
    link: `https://shop.example/"${evil}`,
  });
  expect(html).not.toContain('<img');
  expect(html).not.toContain('onerror="');
});
