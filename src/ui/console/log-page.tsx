'use client';

import { ActionsTable } from './actions-table';
import { Choice } from './choice';
import { Pager } from './pager';
import { useAddress } from './use-address';

const actions = ['sign_in', 'ask_processor', 'refund', 'fulfil', 'redrive', 'run_now'];

/** What operators did, who and when. */
export function LogPage() {
  const { get, set } = useAddress();
  const [who, action, subject] = [get('who'), get('action'), get('subject')];
  return (
    <>
      <h1 className="text-2xl">Action log</h1>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Choice
          label="Action"
          value={action}
          options={actions}
          onChange={(chosen) => set({ action: chosen, before: undefined })}
        />
        <form
          key={who}
          onSubmit={(event) => {
            event.preventDefault();
            const name = String(new FormData(event.currentTarget).get('who') ?? '').trim();
            set({ who: name || undefined, before: undefined });
          }}
          className="inline-flex items-center gap-2 text-sm"
        >
          <label htmlFor="log-who" className="font-semibold">
            Who
          </label>
          <input
            id="log-who"
            name="who"
            defaultValue={who}
            className="h-9 w-40 rounded-lg border-2 border-line-strong bg-surface px-2"
          />
        </form>
      </div>
      <ActionsTable caption="Newest first" asked={{ who, action, subject, before: get('before') }}>
        {({ next }) => <Pager next={next} />}
      </ActionsTable>
    </>
  );
}
