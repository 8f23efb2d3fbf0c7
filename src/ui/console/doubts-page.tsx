import { DoubtsTable } from './doubts-table';

/** The keys whose outcome nobody knows yet. */
export function DoubtsPage() {
  return (
    <>
      <h1 className="text-2xl">In doubt</h1>
      <p className="max-w-3xl text-muted">
        A worker finishes all of these by itself: each rests longer after every doubt, up to a minute. Asking
        now does the same, at once.
      </p>
      <DoubtsTable />
    </>
  );
}
