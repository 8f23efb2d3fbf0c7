/** Text of a request, safe to stand in a page or in an attribute of it. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** A time as people read it, and as machines do. */
export function timeElement(milliseconds: number): string {
  const time = new Date(milliseconds).toISOString();
  return `<time class="faint" datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time>`;
}
