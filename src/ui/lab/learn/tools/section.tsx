import { WideTable } from '../figure-frame';
import { Section } from '../section';

const tools: readonly {
  readonly tool: string;
  readonly pick: string;
  readonly here: string;
  readonly cost: string;
}[] = [
  {
    tool: 'Naturally idempotent',
    pick: 'The request can name the state that it wants: “quantity 2”, “no promo code”, “cancelled”.',
    here: 'cart.setItem, cart.applyPromo',
    cost: 'Nothing. Two that differ still overwrite each other.',
  },
  {
    tool: 'Conditional write',
    pick: 'Something may be done once to a thing that is there, or only to the version that was seen.',
    here: 'fulfilling an order (WHERE version = n), the last unit in stock, a promo’s limit',
    cost: 'A column, and telling “already done” from “somebody else did something else”.',
  },
  {
    tool: 'Dedupe table',
    pick: 'A message has a stable id of its own, and its effect is all in your database.',
    here: 'the inbox of the processor’s messages',
    cost: 'A row for each message, in the transaction of its effect.',
  },
  {
    tool: 'Idempotency key',
    pick: 'The request makes something new, or reaches outside of your database, and its answer matters to the caller.',
    here: 'checkout.pay, refunds',
    cost: 'A claim, a stored answer, a lease, and an end.',
  },
  {
    tool: 'No key at all',
    pick: 'Reads. Writes that are harmless to do twice. What nobody repeats by itself and everybody can see and undo.',
    here: 'catalog.list, checkout.quote',
    cost: 'None, until a side effect moves in.',
  },
];

export function ToolsSection() {
  return (
    <Section id="which-tool">
      <p>
        A key is the heaviest of the tools. Many operations need a lighter one, and some need none. Ask from
        the top of this table down, and stop at the first that fits.
      </p>
      <div className="my-7 rounded-2xl border-2 border-line bg-surface p-4 sm:p-6">
        <WideTable label="Which tool to pick when">
          <thead>
            <tr>
              <th scope="col">Tool</th>
              <th scope="col" className="min-w-56">
                Pick it when
              </th>
              <th scope="col" className="min-w-44">
                In this shop
              </th>
              <th scope="col" className="min-w-44">
                It costs
              </th>
            </tr>
          </thead>
          <tbody>
            {tools.map(({ tool, pick, here, cost }) => (
              <tr key={tool}>
                <th scope="row" className="border-t-2 border-line font-semibold">
                  {tool}
                </th>
                <td>{pick}</td>
                <td>{here}</td>
                <td>{cost}</td>
              </tr>
            ))}
          </tbody>
        </WideTable>
      </div>
      <p>
        They add up. Paying uses a key, and inside it the stock is taken by a conditional write and a second
        order of the same cart is refused by a unique index. Each guards something that the others cannot see:
        two tabs with two keys are two purchases to the key, and one cart to the index.
      </p>
    </Section>
  );
}
