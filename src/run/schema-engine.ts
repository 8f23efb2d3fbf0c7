import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

let isLoaded = false;

/** The engine leaves the message of a panic, which is a bug of the engine's, at this name. */
Object.assign(globalThis, {
  PRISMA_WASM_PANIC_REGISTRY: {
    set_message: (message: string) => console.error(`Prisma's schema engine has panicked: ${message}`),
  },
});

/**
 * Loads Prisma's migration engine, the same one that its command line downloads as a native program from a host of
 * its own. As WebAssembly it comes with the npm packages, so a clone needs nothing but the registry.
 */
async function loadWebAssembly(): Promise<void> {
  if (isLoaded) return;
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = await readFile(path.join(path.dirname(entry), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': { ...bindings } });
  bindings.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start !== 'function') throw new Error('schema_engine_bg.wasm has no __wbindgen_start');
  start();
  isLoaded = true;
}

/** PostgreSQL's type `"char"`, in which its catalogue says what kind of thing a row is, and its type `text`. */
const catalogueChar = 18;
const text = 25;

/**
 * Prisma's adapter refuses columns of the type `"char"`, which the engine reads from the catalogue. They go through
 * the adapter as text and come out as what the engine expects, a single character.
 */
class CatalogueChars {
  readonly #columnsOf = new WeakMap<object, readonly number[]>();

  disguise(pool: pg.Pool): pg.Pool {
    const query = async (settings: pg.QueryArrayConfig) => {
      const { fields, ...result } = await pool.query(settings);
      const columns = fields.flatMap((field, index) => (field.dataTypeID === catalogueChar ? [index] : []));
      this.#columnsOf.set(result.rows, columns);
      return {
        ...result,
        fields: fields.map((field, index) =>
          columns.includes(index) ? { ...field, dataTypeID: text } : field,
        ),
      };
    };
    return new Proxy(pool, {
      get: (_, key) => {
        if (key === 'query') return query;
        const value: unknown = Reflect.get(pool, key);
        return typeof value === 'function' ? value.bind(pool) : value;
      },
    });
  }

  reveal(result: SqlResultSet): SqlResultSet {
    const columns = this.#columnsOf.get(result.rows) ?? [];
    const columnTypes = result.columnTypes.map((type, index) =>
      columns.includes(index) ? ColumnTypeEnum.Character : type,
    );
    return { ...result, columnTypes };
  }
}

/**
 * Prisma's adapter for PostgreSQL with what the engine needs besides: one connection, so that its locks belong to
 * one session, and scripts that are sent whole. The adapter cuts a script at every semicolon, which breaks the bodies
 * of functions, and runs the pieces one by one; PostgreSQL itself runs a whole script as one transaction, so a
 * migration is applied or it is not. `epilogue` is SQL that belongs to the transaction of every script.
 */
async function connect(
  connectionString: string,
  epilogue = '',
  onScriptError: (error: unknown) => void = () => undefined,
): Promise<SqlDriverAdapter> {
  const pool = new pg.Pool({ connectionString, max: 1 });
  const chars = new CatalogueChars();
  const adapter = await new PrismaPg(chars.disguise(pool)).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => chars.reveal(await queryRaw(query));
  adapter.executeScript = async (script) => {
    try {
      await pool.query(`${script}\n;\n${epilogue}`);
    } catch (error) {
      onScriptError(error);
      throw error;
    }
  };
  adapter.dispose = () => pool.end();
  return adapter;
}

/** Connects to a scratch database on the same server, which is dropped when the engine lets go of it. */
async function connectToScratch(connectionString: string): Promise<SqlDriverAdapter> {
  const name = `scratch_${globalThis.crypto.randomUUID().replaceAll('-', '')}`;
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  await owner.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  const adapter = await connect(url.href);
  const disconnect = adapter.dispose.bind(adapter);
  adapter.dispose = async () => {
    await disconnect();
    await owner.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await owner.end();
  };
  return adapter;
}

export interface EngineSettings {
  /** A database that exists. */
  readonly connectionString: string;
  /** The text of schema.prisma. */
  readonly schema: string;
  /** SQL to run in the transaction of every script that the engine runs on the database itself. */
  readonly epilogue?: string;
}

/**
 * Lends the engine. What it replays migrations for, it does in a scratch database; every connection is closed when
 * `work` has ended. When a script fails, the error carries PostgreSQL's message, which the engine hides.
 */
export function withSchemaEngine<T>(
  settings: EngineSettings,
  work: (engine: bindings.SchemaEngine) => Promise<T>,
): Promise<T> {
  // Two at once in one process corrupt the memory they share, so they take turns.
  const turn = lastTurn.then(() => lendEngine(settings, work));
  lastTurn = turn.catch(() => undefined);
  return turn;
}

let lastTurn: Promise<unknown> = Promise.resolve();

async function lendEngine<T>(
  { connectionString, schema, epilogue }: EngineSettings,
  work: (engine: bindings.SchemaEngine) => Promise<T>,
): Promise<T> {
  await loadWebAssembly();
  const { provider, adapterName } = new PrismaPg({ connectionString });
  const adapters: SqlDriverAdapter[] = [];
  let scriptError: unknown;
  const factory: SqlMigrationAwareDriverAdapterFactory = {
    provider,
    adapterName,
    connect: async () => {
      const adapter = await connect(connectionString, epilogue, (error) => {
        scriptError = error;
      });
      adapters.push(adapter);
      return adapter;
    },
    // The engine gives the scratch database back itself.
    connectToShadowDb: () => connectToScratch(connectionString),
  };
  const ignoreLog = () => undefined;
  const engine = await bindings.SchemaEngine.new(
    { datamodels: [['schema.prisma', schema]] },
    ignoreLog,
    bindMigrationAwareSqlAdapterFactory(factory),
  );
  try {
    return await work(engine);
  } catch (error) {
    if (!(scriptError instanceof Error)) throw error;
    throw new Error(scriptError.message, { cause: error });
  } finally {
    engine.free();
    await Promise.all(adapters.map((adapter) => adapter.dispose()));
  }
}
