/** Below this, how many are left is worth knowing. */
const scarce = 10;

/** From this on, nobody cares how many there are. */
const plenty = 100;

export function isScarce(available: number): boolean {
  return available < scarce;
}

/** How many can be had: where that matters, or, `isExact`, wherever the number means something. */
export function StockHint({
  available,
  isExact = false,
}: {
  readonly available: number;
  readonly isExact?: boolean;
}) {
  if (available === 0) return <span className="font-semibold text-muted">Sold out</span>;
  if (!isScarce(available)) {
    return (
      <span className="text-muted">
        {isExact && available < plenty ? `${available} in stock` : 'In stock'}
      </span>
    );
  }
  return (
    <span className="font-semibold text-danger">
      {available === 1 ? 'The last one' : `Only ${available} left`}
    </span>
  );
}
