import { Notice } from '../primitives/notice';
import { Code, DataTable } from './data-table';
import { differences } from './differences';
import type { Told } from './queries';
import { wordsOfMoment } from './time-words';

/** For each attempt that was refused with 422: in which fields what it brought differs from what the key belongs to. */
export function Mismatches({
  stored,
  attempts,
}: {
  readonly stored: string;
  readonly attempts: Told['key']['attempts'];
}) {
  const mismatching = attempts.filter(({ ending }) => ending === 'mismatch');
  return mismatching.map(({ id, number, arrivedAt, input }) => {
    const fields = input === null ? null : differences(stored, input);
    const title = `422: attempt ${number} of ${wordsOfMoment(arrivedAt)} brought something else`;
    if (fields === null)
      return (
        <Notice key={id} title={title}>
          <p>What it brought was too large to keep, or is no JSON.</p>
        </Notice>
      );
    return (
      <DataTable
        key={id}
        testId="mismatch"
        caption={title}
        empty="No field differs by itself."
        rows={fields}
        rowKey={({ path }) => path}
        columns={[
          { title: 'Field', className: 'min-w-44', cell: ({ path }) => <Code>{path}</Code> },
          {
            title: 'Stored with the key',
            className: 'min-w-44',
            cell: (field) => <Value value={field.stored} />,
          },
          {
            title: 'Brought by this attempt',
            className: 'min-w-44',
            cell: (field) => <Value value={field.brought} />,
          },
        ]}
      />
    );
  });
}

function Value({ value }: { readonly value: string | undefined }) {
  return value === undefined ? <span className="text-muted">not there</span> : <Code>{value}</Code>;
}
