import type { BookReport, ReportedCharge, Total } from './book-report';
import { formatAmount } from './currencies';
import { PAGE_STYLE } from './page-style';
import { escapeHtml, timeElement } from './page-text';
import { renderWebhooks } from './page-webhooks';
import type { Settings } from './settings';
import type { WebhookReport } from './webhook-report';

const NEWEST_CHARGES = 100;

/** The books as a page for people. It runs no script and loads nothing. */
export function renderPage(report: BookReport, webhooks: WebhookReport, settings: Settings): string {
  const { captured, authorized, declined, refunded } = report.totals;
  const shown = report.charges.slice(0, NEWEST_CHARGES);
  const left = report.charges.length - shown.length;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The books of the processor simulator</title>
<link rel="icon" href="data:,">
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<header>
<h1>The books of the processor simulator</h1>
<a href="/">Read again</a>
<a href="/_simulator/books">as JSON</a>
</header>
<dl class="totals">
${tile('Charges captured', captured)}
${authorized.count === 0 ? '' : tile('Authorized, not captured', authorized)}
${tile('Declined', declined)}
${tile('Refunds', refunded)}
</dl>
<h2>Newest charges</h2>
<ol>
${shown.length === 0 ? EMPTY : shown.map(row).join('\n')}
</ol>
${left === 0 ? '' : `<p>${left} older ${left === 1 ? 'charge is' : 'charges are'} in the JSON.</p>`}
<h2>Newest webhooks</h2>
${renderWebhooks(webhooks, settings.webhooks)}
<h2>Settings</h2>
<p>Answers wait ${settings.latencyMs} ms. Search finds payments after ${settings.searchLagMs} ms. Change them with <code>POST /_simulator/settings</code>.</p>
</main>
</body>
</html>
`;
}

const EMPTY =
  '<li class="empty">No charge yet. Send a payment to <code>POST /v1/payment_intents</code> with <code>pm_card_visa</code>, then read again.</li>';

function tile(label: string, total: Total): string {
  const sums = Object.entries(total.sums).map(([currency, sum]) => formatAmount(sum, currency));
  return `<div><dt>${escapeHtml(label)}</dt><dd class="count">${total.count}</dd><dd class="sum">${escapeHtml(sums.join(' · '))}</dd></div>`;
}

function row(charge: ReportedCharge): string {
  const refunded =
    charge.amountRefunded === 0 || charge.status === 'released'
      ? ''
      : `<div class="faint">${escapeHtml(formatAmount(charge.amountRefunded, charge.currency))} refunded</div>`;
  const tags = Object.entries(charge.metadata).map(
    ([name, value]) => `<code>${escapeHtml(name)}: ${escapeHtml(value)}</code>`,
  );
  return `<li>
<div><div class="amount">${escapeHtml(formatAmount(charge.amount, charge.currency))}</div>${timeElement(charge.created * 1000)}</div>
<div><span class="stamp ${charge.status}">${charge.status}</span>${declineLine(charge)}${refunded}<div class="faint">${escapeHtml(charge.card.brand)} ending ${escapeHtml(charge.card.last4)}</div></div>
<div class="what"><code>${escapeHtml(charge.paymentIntent)}</code><div class="faint tags">${tags.join('')}</div></div>
<div class="requests">${requestsLine(charge)}</div>
</li>`;
}

function declineLine(charge: ReportedCharge): string {
  return charge.declineCode === null ? '' : `<div class="faint">${escapeHtml(charge.declineCode)}</div>`;
}

/** One charge, so many requests: what an idempotency key is for, at a glance. */
function requestsLine({ requests, idempotencyKey }: ReportedCharge): string {
  const count =
    requests === 1 ? '<strong>1 request</strong>' : `<strong class="many">${requests} requests</strong>`;
  const key = idempotencyKey === null ? 'without a key' : `key <code>${escapeHtml(idempotencyKey)}</code>`;
  return `${count}<div class="faint">${key}</div>`;
}
