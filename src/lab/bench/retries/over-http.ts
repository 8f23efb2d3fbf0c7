import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type Failure, RetryBudget, retrying, retryLimits, systemClock } from '@/retry';
import type { Outcome, Scenario } from '@/retry/testing/simulation';
import { type Order, type Report, report, waitHeader } from './protocol';

class Failed extends Error {
  constructor(readonly failure: Failure) {
    super('the server failed');
  }
}

/** Plays scenarios of the simulation over real HTTP: real time, a connection for each caller, a server in a process of its own. */
export class FailingServer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
  ) {}

  static async start(): Promise<FailingServer> {
    const child = fork(fileURLToPath(new URL('./failing-server.ts', import.meta.url)));
    const listening = await nextReport(child);
    if (listening.kind !== 'listening') throw new Error('the server says first where it listens');
    return new FailingServer(child, listening.port);
  }

  /** The same scenario as `simulate` takes. Only its chance is not seeded: the machine's own is in it anyway. */
  async play(scenario: Scenario): Promise<Outcome> {
    const { policy, callers, arriveWithinMs, failsFromMs, failsForMs, failsBy, latencyMs, budget } = scenario;
    const shared = new RetryBudget(retryLimits, systemClock);
    const budgets = {
      each: () => new RetryBudget(retryLimits, systemClock),
      shared: () => shared,
      none: () => undefined,
    };
    const agents = Array.from({ length: callers }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    // Connecting is not what is measured: whoever is in the middle of a payment has a connection.
    await this.#ask({ kind: 'fail', failsFromMs: 0, failsForMs: 0, failsBy, latencyMs: 0 });
    for (const agent of agents) await this.#send(agent, 1, AbortSignal.timeout(10_000));
    await this.#ask({ kind: 'fail', failsFromMs, failsForMs, failsBy, latencyMs });
    let succeeded = 0;
    await Promise.all(
      agents.map(async (agent, index) => {
        await systemClock.sleep((arriveWithinMs * index) / callers);
        await retrying(policy, ({ number, signal }) => this.#send(agent, number, signal), {
          clock: systemClock,
          random: Math.random,
          budget: budgets[budget](),
          failureOf: (error) => (error instanceof Failed ? error.failure : { kind: 'lost' }),
        }).then(
          () => {
            succeeded += 1;
          },
          () => undefined, // attempts or budget ran out
        );
      }),
    );
    for (const agent of agents) agent.destroy();
    const told = await this.#ask({ kind: 'report' });
    if (told.kind !== 'requests') throw new Error('the server was asked for its requests');
    return { requests: told.requests, succeeded };
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.disconnect();
    await exited;
  }

  async #send(agent: Agent, attempt: number, signal: AbortSignal): Promise<void> {
    const headers = { 'X-Attempt': String(attempt) };
    const sent = request({ host: '127.0.0.1', port: this.port, agent, signal, method: 'POST', headers });
    sent.end();
    const [answer]: [IncomingMessage] = await once(sent, 'response').then(([first]) => [first]);
    answer.resume();
    await once(answer, 'end');
    if (answer.statusCode === 200) return;
    throw new Failed({ kind: 'busy', retryAfterMs: Number(answer.headers[waitHeader]) });
  }

  async #ask(order: Order): Promise<Report> {
    const answered = nextReport(this.child);
    this.child.send(order);
    return await answered;
  }
}

async function nextReport(child: ChildProcess): Promise<Report> {
  const [message] = await once(child, 'message');
  return report.parse(message);
}
