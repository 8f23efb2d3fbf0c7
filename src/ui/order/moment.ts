const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** A moment for people, in their own time zone. */
export function formatMoment(iso: string): string {
  return format.format(new Date(iso));
}
