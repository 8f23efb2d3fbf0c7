import type { ReceiptWords, Row } from './content';

/**
 * The receipt as an e-mail in HTML that looks like the shop and needs nothing from outside: no picture, no font. Mail programs
 * know little of CSS (caniemail.com): tables make the layout, every colour stands beside its element, and the rules in the head only
 * adapt what is complete without them, for dark schemes and narrow screens.
 */
export function htmlOfReceipt(words: ReceiptWords): string {
  const { title, preview, lines, sums, total, paid, address, link } = words;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${adaptations}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#fff8ee;color:#1d1b2e;${font}">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(preview)}</div>
<div role="main">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" bgcolor="#fff8ee" style="background:#fff8ee">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left">
<tr><td style="padding:0 4px 18px;font-size:24px;font-weight:800;letter-spacing:-0.5px">
<span class="dot" style="color:#e4344d">&#9679;</span> <span class="text" style="color:#1d1b2e">Doubletap</span>
</td></tr>
<tr><td class="paper" bgcolor="#ffffff" style="background:#ffffff;border:2px solid #eadcc4;border-radius:20px;padding:28px 24px">
<h1 class="text" style="margin:0 0 6px;font-size:26px;line-height:1.15;color:#1d1b2e">Thank you. Your order is paid.</h1>
<p class="muted" style="margin:0 0 22px;color:#5f5a73">${escapeHtml(title)}</p>
<table class="amounts" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">
${lines.map(({ what, detail, price }) => tableRow({ what, price }, detail)).join('\n')}
<tr><td class="line" colspan="2" style="border-top:2px solid #eadcc4;padding-top:10px;font-size:0;line-height:0">&nbsp;</td></tr>
${sums.map((sum) => tableRow(sum)).join('\n')}
<tr><td class="line" colspan="2" style="border-top:2px dashed #8d86a0;padding-top:10px;font-size:0;line-height:0">&nbsp;</td></tr>
<tr>
<th class="text" scope="row" align="left" style="padding:2px 0;font-size:20px;color:#1d1b2e">${escapeHtml(total.what)}</th>
<td class="text" align="right" style="padding:2px 0;font-size:20px;font-weight:800;color:#1d1b2e;white-space:nowrap">${escapeHtml(total.price)}</td>
</tr>
</table>
<p class="text" style="margin:22px 0 0;color:#1d1b2e">${escapeHtml(paid)}</p>
<p class="muted" style="margin:22px 0 2px;font-size:14px;color:#5f5a73">Goes to</p>
<p class="text" style="margin:0;color:#1d1b2e;overflow-wrap:anywhere">${address.map(escapeHtml).join('<br>')}</p>
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:26px 0 0"><tr>
<td bgcolor="#ff6b35" style="background:#ff6b35;border-bottom:5px solid #b23c10;border-radius:12px">
<a href="${escapeHtml(link)}" style="display:inline-block;padding:13px 22px;font-weight:700;color:#1d1b2e;text-decoration:none">Look at your order</a>
</td></tr></table>
</td></tr>
<tr><td class="muted" style="padding:18px 4px 0;font-size:14px;color:#5f5a73">However often you tapped Pay: this is one order and one charge.</td></tr>
</table>
</td></tr>
</table>
</div>
</body>
</html>
`;
}

const font =
  "font-family:'Instrument Sans',system-ui,-apple-system,'Segoe UI',Arial,sans-serif;font-size:16px;line-height:1.5";

const adaptations = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#16142a!important}
.paper{background:#221f3d!important;border-color:#39345f!important}
.text{color:#fdf4e7!important}
.muted{color:#b9b3d0!important}
.line{border-color:#39345f!important}
.dot{color:#ff8f9f!important}
}
@media (max-width:480px){.paper{padding:22px 16px!important}}
@media print{.page,.paper{background:#fff!important}.text,.muted{color:#000!important}}
`;

function tableRow({ what, price }: Row, detail = ''): string {
  const small =
    detail &&
    `<br><span class="muted" style="font-size:14px;font-weight:400;color:#5f5a73">${escapeHtml(detail)}</span>`;
  return `<tr>
<th class="text" scope="row" align="left" style="padding:5px 12px 5px 0;font-weight:${detail ? 600 : 400};color:#1d1b2e">${escapeHtml(what)}${small}</th>
<td class="text" align="right" valign="top" style="padding:5px 0;color:#1d1b2e;white-space:nowrap">${escapeHtml(price)}</td>
</tr>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
