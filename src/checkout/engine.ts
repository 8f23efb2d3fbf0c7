import { randomUUID } from 'node:crypto';
import { Engine, systemClock } from '@/idempotency';
import { engineDatabase, type Tx } from '@/platform/database';
import { log } from '@/platform/log';
import { readAside } from '@/platform/spare-lane';

let shared: Engine<Tx> | undefined;

/** The process's one engine: duplicates of a key in this process wait for each other in its memory. */
export function engine(): Engine<Tx> {
  shared ??= new Engine({
    database: engineDatabase(),
    readAside,
    clock: systemClock,
    newToken: randomUUID,
    report: (error) => log().error({ err: error }, 'a claimed purchase goes on later'),
  });
  return shared;
}
