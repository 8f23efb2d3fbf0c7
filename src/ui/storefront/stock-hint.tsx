/** Below this, how many are left is worth knowing. */
const scarce = 10;

export function isScarce(available: number): boolean {
  return available < scarce;
}

/** How many can be had, where that matters. */
export function StockHint({ available }: { readonly available: number }) {
  if (available === 0) return <span className="font-semibold text-muted">Sold out</span>;
  if (!isScarce(available)) return <span className="text-muted">In stock</span>;
  return (
    <span className="font-semibold text-danger">
      {available === 1 ? 'The last one' : `${available} left`}
    </span>
  );
}
