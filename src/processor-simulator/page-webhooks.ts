import { escapeHtml, timeElement } from './page-text';
import type { WebhookSettings } from './settings';
import type { ReportedDelivery, WebhookReport } from './webhook-report';

const NEWEST_SHOWN = 20;

/** The part of the page that tells where webhooks go, and what became of the newest ones. */
export function renderWebhooks(report: WebhookReport, { mode }: WebhookSettings): string {
  const { totals, endpoints, deliveries } = report;
  if (endpoints.length === 0 && deliveries.length === 0) {
    return '<p>No endpoint is registered. Set one with <code>PROCESSOR_WEBHOOK_URL</code> or <code>POST /_simulator/settings</code>.</p>';
  }
  const to = endpoints.map(({ url }) => `<code>${escapeHtml(url)}</code>`).join(', ');
  const counts = Object.entries(totals)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${state}`);
  const shown = deliveries.slice(0, NEWEST_SHOWN);
  return `<p>Sent ${mode.replaceAll('_', ' ')} to ${to === '' ? 'nobody any more' : to}${counts.length === 0 ? '' : `: ${counts.join(', ')}`}. <a href="/_simulator/webhooks">As JSON</a></p>
${shown.length === 0 ? '' : `<ol class="webhooks">\n${shown.map(row).join('\n')}\n</ol>`}`;
}

function row(delivery: ReportedDelivery): string {
  const tries = delivery.tries === 1 ? '1 try' : `${delivery.tries} tries`;
  return `<li>
<div><span class="stamp ${delivery.state}">${delivery.state}</span><div class="faint">${tries}${answered(delivery)}</div></div>
<div>${escapeHtml(delivery.type)}<div>${timeElement(delivery.deliveredAtMs ?? delivery.createdAtMs)}</div></div>
<div class="what"><code>${escapeHtml(delivery.object ?? '')}</code><div class="faint"><code>${escapeHtml(delivery.event)}</code></div></div>
</li>`;
}

function answered({ lastStatus, lastError }: ReportedDelivery): string {
  if (lastStatus !== null) return `, last ${lastStatus}`;
  return lastError === null ? '' : `, last ${escapeHtml(lastError)}`;
}
