import type { IncomingMessage } from 'node:http';
import { authenticate, type Caller, refusePublishableKey } from './authentication';
import { type Books, Draft } from './books';
import type { CardSecrets } from './card-secrets';
import { ApiError, errorObject, internalError, invalidRequest } from './errors';
import { AnswerLost, ClientGone, jsonReply, type Reply, readBody, textReply } from './http';
import { type IdempotencyKeys, readKey } from './idempotency';
import type { Journal } from './journal';
import type { Answer, Call, Operation } from './operation';
import { canonicalText, parseForm, type RawValue } from './parameters';
import type { Recorder } from './recorder';
import type { JournalRecord, Put } from './records';
import type { Settings } from './settings';
import type { WebhookSender } from './webhook-sender';

export interface Parts {
  readonly books: Books;
  readonly keys: IdempotencyKeys;
  readonly journal: Journal;
  readonly recorder: Recorder;
  readonly webhooks: WebhookSender;
  readonly secrets: CardSecrets;
  readonly operations: readonly Operation[];
  readonly settings: Settings;
  readonly now: () => number;
  /** Resolves after the time, or at once when the simulator is asked to stop. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

interface Request {
  readonly id: string;
  readonly account: string;
  readonly path: string;
  readonly objectId: string;
  readonly operation: Operation;
  readonly raw: { readonly [name: string]: RawValue };
}

/** A reply, and what is to be done when it goes out. */
interface Outgoing {
  readonly reply: Reply;
  readonly release: () => void;
}

/** Answers one request under `/v1`. Everything it answers with is on the disk before it resolves. */
export async function answerApi(
  parts: Parts,
  incoming: IncomingMessage,
  url: URL,
  requestId: string,
): Promise<Reply> {
  const isPost = incoming.method === 'POST';
  const { reply, release } = await errorsAsReplies(async () => {
    const caller = authenticate(incoming.headers.authorization);
    const request = await readRequest(parts.operations, incoming, url, requestId, caller);
    if (isPost) return post(parts, request, readKey(incoming.headers['idempotency-key']));
    // As at Stripe a key has no meaning on a DELETE: a second one finds nothing and changes nothing.
    return outgoing(
      await (request.operation.method === 'GET' ? get(parts, request) : execute(parts, request, null)),
    );
  });
  try {
    if (isPost) await parts.wait(parts.settings.latencyMs + (reply.delivery?.delayMs ?? 0));
    if (reply.delivery?.isLost) throw new AnswerLost('The answer got lost.');
    return reply;
  } finally {
    // A key stays in use until its answer goes out, so that the wait is a real window for a second request.
    release();
  }
}

async function readRequest(
  operations: readonly Operation[],
  incoming: IncomingMessage,
  url: URL,
  id: string,
  caller: Caller,
): Promise<Request> {
  const { pathname: path } = url;
  for (const operation of operations) {
    const match = operation.method === incoming.method ? operation.pattern.exec(path) : null;
    if (match === null) continue;
    if (!caller.isSecret && !operation.isPublic) throw refusePublishableKey();
    const body = operation.method === 'POST' ? await readForm(incoming) : '';
    const query = url.search.slice(1);
    const raw = parseForm(query === '' || body === '' ? `${query}${body}` : `${query}&${body}`);
    return { id, account: caller.account, path, objectId: match[1] ?? '', operation, raw };
  }
  throw invalidRequest(`Unrecognized request URL (${incoming.method}: ${path}).`, { status: 404 });
}

async function readForm(incoming: IncomingMessage): Promise<string> {
  const body = await readBody(incoming);
  const type = incoming.headers['content-type'] ?? '';
  if (body !== '' && !type.startsWith('application/x-www-form-urlencoded')) {
    throw invalidRequest(
      `Invalid content type: ${type}. Parameters are sent as application/x-www-form-urlencoded.`,
    );
  }
  return body;
}

/** Readers wait for the disk as well: nobody is ever told of something that a kill could undo. */
async function get(parts: Parts, request: Request): Promise<Reply> {
  const answer = request.operation.prepare(request.raw, request.objectId)(newCall(parts, request, null));
  await parts.journal.settled();
  return jsonReply(answer.status, answer.body);
}

async function post(parts: Parts, request: Request, key: string | undefined): Promise<Outgoing> {
  if (key === undefined) return outgoing(await execute(parts, request, null));
  const fingerprint = parts.secrets.parametersFingerprint(canonicalText(request.raw));
  const { path } = request;
  const claim = parts.keys.claim(request.account, key, { path, fingerprint }, parts.now());
  if (claim.kind === 'granted') {
    const reply = execute(parts, request, { key, path, fingerprint });
    return outgoing(await reply.catch(releasing(claim.release)), claim.release);
  }
  const outcome = claim.kind === 'replay' ? 'replayed' : claim.outcome;
  await remember(parts, request, [], { key, outcome, answer: null });
  if (claim.kind === 'refused') throw claim.error;
  const headers = { 'idempotent-replayed': 'true', 'original-request': claim.requestId };
  return outgoing(textReply(claim.answer.status, 'application/json', claim.answer.body, headers));
}

/**
 * Runs an operation and remembers what it did, together with its answer, in one record. Up to the first `await`
 * nothing else runs, so requests never see each other half done.
 */
async function execute(
  parts: Parts,
  request: Request,
  held: { key: string; path: string; fingerprint: string } | null,
): Promise<Reply> {
  const call = newCall(parts, request, held?.key ?? null);
  const run = preparedOrError(request);
  if (run instanceof ApiError) {
    // Ended before execution began: the request is counted, but the key holds no answer.
    if (held !== null)
      await remember(parts, request, [], { key: held.key, outcome: 'invalid', answer: null });
    throw run;
  }
  const { answer, puts } = outcomeOf(run, call);
  const text = JSON.stringify(answer.body, null, 2);
  const use =
    held === null
      ? null
      : {
          key: held.key,
          outcome: 'executed' as const,
          answer: { path: held.path, fingerprint: held.fingerprint, status: answer.status, body: text },
        };
  const { delivery } = answer;
  await remember(parts, request, puts, use, delivery?.delayMs);
  return { ...textReply(answer.status, 'application/json', text), ...(delivery && { delivery }) };
}

function preparedOrError(request: Request): ((call: Call) => Answer) | ApiError {
  try {
    return request.operation.prepare(request.raw, request.objectId);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** An operation that throws changed nothing; its error is an answer like any other. */
function outcomeOf(run: (call: Call) => Answer, call: Call): { answer: Answer; puts: readonly Put[] } {
  try {
    const answer = run(call);
    return { answer, puts: call.draft.puts };
  } catch (error) {
    if (error instanceof ApiError) {
      return { answer: { status: error.status, body: errorObject(error.body) }, puts: [] };
    }
    console.error(error);
    return { answer: { status: 500, body: errorObject(internalError()) }, puts: [] };
  }
}

/** Changes the books and resolves when the change is on the disk. */
async function remember(
  parts: Parts,
  request: Request,
  puts: readonly Put[],
  use: JournalRecord['use'],
  webhookDelayMs = 0,
): Promise<void> {
  const { account, id: requestId } = request;
  await parts.recorder.record({ account, requestId, puts: [...puts], use }, webhookDelayMs);
}

function newCall(parts: Parts, request: Request, idempotencyKey: string | null): Call {
  const nowMs = parts.now();
  const nowSeconds = Math.floor(nowMs / 1000);
  const books = parts.books.of(request.account);
  const origin = { requestId: request.id, idempotencyKey };
  return {
    account: request.account,
    books,
    draft: new Draft(books, origin, nowSeconds),
    origin,
    nowMs,
    nowSeconds,
    searchLagMs: parts.settings.searchLagMs,
    refundDelayMs: parts.settings.refundDelayMs,
  };
}

function outgoing(reply: Reply, release: () => void = () => {}): Outgoing {
  return { reply, release };
}

function releasing(release: () => void): (error: unknown) => never {
  return (error) => {
    release();
    throw error;
  };
}

async function errorsAsReplies(answer: () => Promise<Outgoing>): Promise<Outgoing> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof ApiError)
      return outgoing(jsonReply(error.status, errorObject(error.body), error.headers));
    if (error instanceof ClientGone) throw error;
    console.error(error);
    return outgoing(jsonReply(500, errorObject(internalError())));
  }
}
