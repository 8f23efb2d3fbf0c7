import path from 'node:path';
import { startWireProcess, wireGraceMs } from './processes';
import { logRoot } from './project';
import type { Run } from './run';

export interface DemoLink {
  readonly name: 'browser-shop' | 'shop-processor' | 'shop-database' | 'processor-shop';
  readonly from: string;
  readonly to: string;
  readonly target: string;
  /** Where it listens; a free port of the loopback interface when it is left out. */
  readonly listen?: { readonly host: string; readonly port: number };
}

/** The wire that the demo's processes talk over: what a developer breaks, and sees their own purchases on. */
export interface DemoWire {
  /** Of its control address. */
  readonly url: string;
  /** Opens a link; resolves with the address that stands for the target. */
  open(link: DemoLink): Promise<string>;
  /** Lets rules name a process. Again after each restart. */
  register(name: string, pid: number): Promise<void>;
}

export async function startDemoWire(run: Run): Promise<DemoWire> {
  const { child, url } = await startWireProcess({
    port: 0,
    env: process.env,
    logFile: path.join(logRoot, 'wire.log'),
  });
  run.atEnd(async () => void (await child.stop(wireGraceMs)));
  run.watch(child);
  return {
    url,
    open: async ({ target, listen = { host: '127.0.0.1', port: 0 }, ...link }) => {
      const through = new URL(target);
      const { hostname, port, protocol } = through;
      const opened = await call(url, 'POST', '/links', {
        ...link,
        listen,
        // What is said is kept, so that it can be looked at. Cards go from the browser to the processor past this wire.
        keeps: true,
        protocol: protocol === 'http:' ? 'http' : 'postgresql',
        target: { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) },
      });
      through.hostname = '127.0.0.1';
      through.port = String((opened as { port: number }).port); // as the wire's README says
      return through.href.replace(/\/$/, '');
    },
    register: async (name, pid) => void (await call(url, 'PUT', `/processes/${name}`, { pid })),
  };
}

async function call(url: string, method: string, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the wire refused ${method} ${path}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
