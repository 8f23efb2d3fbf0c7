'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Button, ButtonLink } from '@/ui/primitives/button';
import { Notice } from '@/ui/primitives/notice';
import { lab } from '../live/lab-client';
import { runOf } from '../live/run';
import { useRun } from '../live/use-run';
import { Watched } from '../live/watched';
import { shortKey } from '../live/words';
import { type Break, runEventSchema, type Wires } from '../protocol';

const wiresKey = ['lab', 'wires'];

/** Break the wires of this very shop, buy something in it, and watch what crosses. */
export function WiresPage() {
  const client = useQueryClient();
  const wires = useQuery({
    queryKey: wiresKey,
    queryFn: ({ signal }) => lab.wires(signal),
    refetchInterval: 2_000,
  });
  const change = useMutation({
    mutationFn: (id: string | null) => lab.breakWires(id),
    onSuccess: (changed) => client.setQueryData(wiresKey, changed),
  });
  if (wires.isError) return <Notice tone="danger" title={wires.error.message} />;
  if (!wires.data) return <p className="text-muted">Looking at the wires…</p>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {change.isError && <Notice tone="danger" title={change.error.message} role="alert" />}
      <Breaks wires={wires.data} onChange={(id) => change.mutate(id)} />
      <Purchases />
    </div>
  );
}

/** What crosses of the purchases that are made in the shop; the newest one, until another is chosen. */
function Purchases() {
  const purchases = useQuery({
    queryKey: ['lab', 'purchases'],
    queryFn: ({ signal }) => lab.purchases(signal),
    refetchInterval: 1_000,
  });
  const [chosen, setChosen] = useState<string>();
  const known = purchases.data ?? [];
  const key = known.some((purchase) => purchase.key === chosen) ? chosen : known[0]?.key;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="crossing">
      <h2 id="crossing" className="text-2xl">
        What crosses
      </h2>
      {purchases.isError && <Notice tone="danger" title={purchases.error.message} role="alert" />}
      {key === undefined ? (
        <div className="grid justify-items-start gap-3">
          <p className="max-w-prose text-muted">
            Nothing yet. Open the shop in another tab, buy something with a test card, and come back:
            everything that the purchase says to the shop, the database and the processor appears here.
          </p>
          <ButtonLink look="secondary" href="/" target="_blank" rel="noopener">
            Open the shop
          </ButtonLink>
        </div>
      ) : (
        <>
          <label className="grid max-w-md gap-1 font-semibold">
            Purchase
            <select
              className="min-h-12 rounded-xl border-2 border-line-strong bg-surface px-3"
              value={key}
              onChange={({ target }) => setChosen(target.value)}
            >
              {known.map((purchase) => (
                <option key={purchase.key} value={purchase.key}>
                  {new Date(purchase.at).toLocaleTimeString('en')}, key {shortKey(purchase.key)}
                </option>
              ))}
            </select>
          </label>
          <Purchase key={key} purchase={key} />
        </>
      )}
    </section>
  );
}

function Purchase({ purchase }: { readonly purchase: string }) {
  const { state, events, start } = useRun(runEventSchema, () => false);
  const run = useMemo(() => runOf(events), [events]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is begun once for each purchase.
  useEffect(() => void start(async () => lab.purchasePath(purchase)), []);
  if (state.kind === 'failed') return <Notice tone="danger" title={state.why} role="alert" />;
  if (state.kind !== 'told' || run.messages.length === 0) return <p className="text-muted">Listening…</p>;
  return <Watched run={run} path={state.path} isOver={false} />;
}

interface BreaksProperties {
  readonly wires: Wires;
  readonly onChange: (id: string | null) => void;
}

function Breaks({ wires: { breaks, broken }, onChange }: BreaksProperties) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="break">
      <h2 id="break" className="text-2xl">
        What breaks
      </h2>
      <p role="status" className="min-h-6">
        {broken === null && 'Every wire is whole.'}
        {broken &&
          (broken.acted === 0
            ? 'Broken, and nothing has crossed it yet.'
            : `Broken: it has acted ${times(broken.acted)}.`)}{' '}
      </p>
      <ul className="grid gap-3 md:grid-cols-2">
        {breaks.map((each) => (
          <BreakCard key={each.id} each={each} isBroken={broken?.id === each.id} onChange={onChange} />
        ))}
      </ul>
    </section>
  );
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

interface BreakProperties {
  readonly each: Break;
  readonly isBroken: boolean;
  readonly onChange: (id: string | null) => void;
}

function BreakCard({ each: { id, title, story }, isBroken, onChange }: BreakProperties) {
  return (
    <li
      data-broken={isBroken || undefined}
      className="flex items-start justify-between gap-4 rounded-2xl border-2 border-line bg-surface p-4 data-broken:border-danger"
    >
      <div>
        <h3 className="text-lg">{title}</h3>
        <p className="text-muted">{story}</p>
      </div>
      <Button
        look={isBroken ? 'primary' : 'secondary'}
        size="small"
        aria-label={`${isBroken ? 'Mend' : 'Break'}: ${title}`}
        onClick={() => onChange(isBroken ? null : id)}
      >
        {isBroken ? 'Mend' : 'Break'}
      </Button>
    </li>
  );
}
