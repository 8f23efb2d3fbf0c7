'use client';

import { useQuery } from '@tanstack/react-query';
import { accounts } from '@/ledger/accounts';
import { currencyCodes } from '@/platform/currencies';
import { formatMoney } from '@/platform/money';
import { Choice } from './choice';
import { DataTable } from './data-table';
import { LedgerTable } from './ledger-table';
import { Loaded } from './loaded';
import { Pager } from './pager';
import { transactionsQuery, trialBalanceQuery } from './queries';
import { StatusBadge } from './status-badge';
import { useAddress } from './use-address';

const kinds = ['capture', 'late_capture', 'refund', 'refund_reversal', 'fee', 'payout'];

/** The books: what every account has seen, and the transactions that made it. */
export function LedgerPage() {
  const { get, set } = useAddress();
  const account = get('account');
  const currency = currencyCodes.find((code) => code === get('currency'));
  const kind = get('kind');
  const transactions = useQuery(transactionsQuery({ account, currency, kind, before: get('before') }));
  const balance = useQuery(trialBalanceQuery);
  return (
    <>
      <h1 className="text-2xl">Ledger</h1>
      <Loaded query={balance} what="the trial balance">
        {({ accounts: rows, isBalanced }) => (
          <>
            <p className="flex items-center gap-2">
              <StatusBadge state={isBalanced ? 'holds' : 'broken'} />
              {isBalanced
                ? 'All accounts of each currency come to zero.'
                : 'The accounts of a currency do not come to zero.'}
            </p>
            <DataTable
              testId="trial-balance"
              caption="Trial balance"
              empty="Nothing is booked yet."
              rows={rows}
              rowKey={(row) => `${row.currency} ${row.account}`}
              columns={[
                { title: 'Currency', cell: (row) => row.currency },
                { title: 'Account', cell: ({ name }) => name },
                { title: 'Debits', isNumber: true, cell: (row) => told(row.debits, row.currency) },
                { title: 'Credits', isNumber: true, cell: (row) => told(row.credits, row.currency) },
                { title: 'Balance', isNumber: true, cell: (row) => told(row.balance, row.currency) },
              ]}
            />
          </>
        )}
      </Loaded>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        <Choice
          label="Account"
          value={account}
          options={Object.values(accounts)}
          onChange={(chosen) => set({ account: chosen, before: undefined })}
        />
        <Choice
          label="Currency"
          value={currency}
          options={currencyCodes}
          onChange={(chosen) => set({ currency: chosen, before: undefined })}
        />
        <Choice
          label="Event"
          value={kind}
          options={kinds}
          onChange={(chosen) => set({ kind: chosen, before: undefined })}
        />
      </div>
      <Loaded query={transactions} what="the transactions">
        {(page) => (
          <>
            <LedgerTable caption="Transactions, newest first" transactions={page.transactions} />
            <Pager next={page.next} />
          </>
        )}
      </Loaded>
    </>
  );
}

function told(amount: number, currency: string): string {
  return formatMoney({ amount, currency });
}
