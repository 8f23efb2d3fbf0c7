/** Numbers as the article writes them. */
export function count(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 });
}

/** `8 s`, `0.5 s`, `10 min`, `24 h`. */
export function seconds(ms: number): string {
  if (ms >= 3_600_000 && ms % 3_600_000 === 0) return `${count(ms / 3_600_000)} h`;
  if (ms >= 120_000 && ms % 60_000 === 0) return `${count(ms / 60_000)} min`;
  return `${count(ms / 1_000)} s`;
}

/** `1 charge`, `2 charges`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}
