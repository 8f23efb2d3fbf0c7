import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { MeasuredShop } from '../shop/open';
import { type PgbenchScript, pgbenchScript, preparedTable } from './pgbench-script';
import type { PurchaseScript } from './purchase';
import { fill } from './template';

const run = promisify(execFile);

/** Says the statements of purchases with pgbench, all of them prepared. */
export class PgbenchRun {
  #made = 0;

  private constructor(
    /** What pgbench calls itself. */
    readonly version: string,
    private readonly shop: MeasuredShop,
    private readonly purchases: PurchaseScript,
    private readonly script: PgbenchScript,
    private readonly file: string,
  ) {}

  /** Undefined where there is no pgbench in the PATH. */
  static async open(
    shop: MeasuredShop,
    purchases: PurchaseScript,
    folder: string,
  ): Promise<PgbenchRun | undefined> {
    const version = await run('pgbench', ['--version']).catch(() => undefined);
    if (!version) return undefined;
    const script = pgbenchScript(purchases.template);
    const file = path.join(folder, 'purchase.pgbench');
    writeFileSync(file, script.text);
    const columns = script.columns.map((_, index) => `own${index + 1} text`).join(', ');
    await shop.sql(`CREATE TABLE ${preparedTable} (id int PRIMARY KEY, ${columns})`);
    return new PgbenchRun(version.stdout.trim(), shop, purchases, script, file);
  }

  /** Each of so many clients makes so many purchases. Returns how many a second. Throws with what pgbench says where one fails. */
  async make(clients: number, each: number): Promise<number> {
    await this.#prepare(clients * each);
    const variables = { ...Object.fromEntries(this.script.shared), first: this.#made, each, made: 0 };
    this.#made += clients * each;
    const url = new URL(this.shop.databaseUrl);
    const { stdout } = await run(
      'pgbench',
      [
        ...['-n', '-M', 'prepared', '-f', this.file, '-c', `${clients}`, '-t', `${each}`],
        ...['-j', `${Math.min(clients, availableParallelism())}`],
        ...Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
        ...['-h', url.hostname, '-p', url.port, '-U', url.username, url.pathname.slice(1)],
      ],
      { env: { ...process.env, PGPASSWORD: decodeURIComponent(url.password) } },
    );
    const said = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
    if (said === undefined) throw new Error(`pgbench did not say how fast it was:\n${stdout}`);
    return Number(said);
  }

  async #prepare(count: number): Promise<void> {
    const { columns } = this.script;
    const owns = await this.purchases.prepare(count);
    const lists = columns.map((value) => owns.map((own) => fill(value, own)));
    const places = columns.map((_, index) => `$${index + 2}::text[]`).join(', ');
    const names = columns.map((_, index) => `own${index + 1}`).join(', ');
    await this.shop.sql(
      `INSERT INTO ${preparedTable} SELECT $1::int + number, ${names}
       FROM unnest(${places}) WITH ORDINALITY AS prepared (${names}, number)`,
      [this.#made, ...lists],
    );
    await this.shop.sql(`ANALYZE ${preparedTable}`);
  }
}
