import { WideTable } from '../figure-frame';
import { Section } from '../section';
import type { Times } from '../times';
import { seconds } from '../words';

export function HopsSection({ retentionMs, processorKeyMemoryMs }: Times) {
  const hops = [
    {
      hop: 'Browser to shop',
      maker: 'The browser, at the press of Pay: a random key, kept in the tab’s storage.',
      check: 'The primary key (scope, operation, key), in the transaction of the order.',
      until: seconds(retentionMs),
    },
    {
      hop: 'Shop to processor',
      maker: 'The shop: a hash of installation, shopper, operation and key, the same for every owner.',
      check: 'At the processor, with the parameters.',
      until: `${seconds(processorKeyMemoryMs)}, to be sure; then only asking`,
    },
    {
      hop: 'Processor to shop (messages)',
      maker: 'The processor: the id of the event.',
      check: 'The inbox, in the transaction of the effect. In the ledger, the id of the charge.',
      until: 'for good',
    },
    {
      hop: 'Queue to worker',
      maker: 'The transaction that makes the job: the id of the paid order.',
      check: 'A unique record, written with its effect. Mail may repeat, under the same Message-ID.',
      until: 'for good',
    },
  ];
  return (
    <Section id="every-hop">
      <p>
        A key protects the hop that it crosses, and no other. The browser’s key does nothing for the call to
        the processor unless the shop hands something on, and a queue that delivers twice knows neither. So
        each hop has its own name for “the same thing”, made by whoever begins it, and checked where the
        effect happens.
      </p>
      <div className="my-7 rounded-2xl border-2 border-line bg-surface p-4 sm:p-6">
        <WideTable label="Keys at every hop">
          <thead>
            <tr>
              <th scope="col" className="min-w-32">
                Hop
              </th>
              <th scope="col" className="min-w-48">
                Who makes the name
              </th>
              <th scope="col" className="min-w-48">
                Where it is checked
              </th>
              <th scope="col" className="min-w-32">
                How long
              </th>
            </tr>
          </thead>
          <tbody>
            {hops.map(({ hop, maker, check, until }) => (
              <tr key={hop}>
                <th scope="row" className="border-t-2 border-line font-semibold">
                  {hop}
                </th>
                <td>{maker}</td>
                <td>{check}</td>
                <td>{until}</td>
              </tr>
            ))}
          </tbody>
        </WideTable>
      </div>
      <p>
        Two rules keep the chain whole. Derive the next key from the one before and never draw it anew, or a
        retry breaks the chain in the middle. And let no key be forgotten while what it names is unresolved:
        an old key in doubt is not expired, it is unfinished.
      </p>
    </Section>
  );
}
