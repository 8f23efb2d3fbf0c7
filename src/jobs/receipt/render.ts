import { formatMoney, money } from '@/platform/money';

/** What a receipt tells. */
export interface ReceiptContent {
  readonly orderNumber: string;
  readonly paidAt: Date;
  readonly recipient: string;
  readonly currency: string;
  readonly lines: readonly {
    readonly name: string;
    readonly quantity: number;
    readonly unitAmount: number;
  }[];
  readonly subtotal: number;
  readonly discount: number;
  readonly shipping: number;
  readonly tax: number;
  readonly total: number;
  readonly card: { readonly brand: string | null; readonly last4: string | null };
  /** Where the order can be read, from any browser. */
  readonly link: string;
}

export interface RenderedReceipt {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The receipt as an e-mail, in plain text and in HTML that needs nothing from outside. Pure. */
export function renderReceipt(content: ReceiptContent): RenderedReceipt {
  const of = (amount: number): string => formatMoney(money(amount, content.currency));
  const lines = content.lines.map(({ name, quantity, unitAmount }) => ({
    what: `${quantity} x ${name}`,
    price: of(quantity * unitAmount),
  }));
  const sums = [
    ['Subtotal', of(content.subtotal)],
    ...(content.discount > 0 ? [['Discount', of(-content.discount)]] : []),
    ['Shipping', of(content.shipping)],
    ['Tax', of(content.tax)],
    ['Total, charged once', of(content.total)],
  ].map(([what, price]) => ({ what: what ?? '', price: price ?? '' }));
  const card = content.card.last4
    ? `${content.card.brand ?? 'card'} ending in ${content.card.last4}`
    : 'your card';
  const paid = `Paid with ${card} on ${content.paidAt.toISOString().slice(0, 10)}.`;
  const title = `Your order ${content.orderNumber}`;
  const width = Math.max(...[...lines, ...sums].map(({ what }) => what.length)) + 2;
  const textRow = ({ what, price }: Row): string => `${what.padEnd(width)}${price}`;
  return {
    subject: `${title} at Doubletap`,
    text: [
      title,
      '',
      ...lines.map(textRow),
      '',
      ...sums.map(textRow),
      '',
      paid,
      '',
      `Your order: ${content.link}`,
      '',
    ].join('\n'),
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#fff8ee;color:#1d1b2e;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 24px">
<h1 style="font-size:26px;margin:0 0 20px">${escapeHtml(title)}</h1>
<table style="width:100%;border-collapse:collapse">${lines.map(htmlRow).join('')}
<tr><td colspan="2" style="border-top:3px solid #1d1b2e;padding-top:8px"></td></tr>${sums.map(htmlRow).join('')}</table>
<p style="margin:24px 0 0">${escapeHtml(paid)}</p>
<p style="margin:12px 0 0"><a href="${escapeHtml(content.link)}" style="color:#1d1b2e">Look at your order</a></p></div></body></html>`,
  };
}

interface Row {
  readonly what: string;
  readonly price: string;
}

function htmlRow({ what, price }: Row): string {
  return `<tr><td style="padding:4px 0">${escapeHtml(what)}</td><td style="padding:4px 0;text-align:right">${escapeHtml(price)}</td></tr>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
