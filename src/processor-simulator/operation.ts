import type { Delivery } from './behaviours';
import type { AccountBooks, Draft } from './books';
import type { RawValue } from './parameters';
import type { Origin } from './records';

/** One request being executed. */
export interface Call {
  readonly account: string;
  /** The books as they were before the request. */
  readonly books: AccountBooks;
  /** What the request changes, on top of the books. */
  readonly draft: Draft;
  readonly origin: Origin;
  readonly nowMs: number;
  readonly nowSeconds: number;
  readonly searchLagMs: number;
  readonly refundDelayMs: number;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** Absent: at once, and for certain. */
  readonly delivery?: Delivery;
}

type Method = 'GET' | 'POST' | 'DELETE';

/** An endpoint of the API. */
export interface Operation {
  readonly method: Method;
  /** Finds the endpoint; its one group, if any, is the object's id. */
  readonly pattern: RegExp;
  /** Whether a publishable key may call it. */
  readonly isPublic: boolean;
  /** Reads the parameters, or throws: what fails here ended before execution began and is never kept under a key. */
  prepare(raw: { readonly [name: string]: RawValue }, id: string): (call: Call) => Answer;
}

/** Declares an endpoint. `path` may hold one `:id`. `run` is synchronous, so no two requests ever interleave. */
export function operation<T>(
  method: Method,
  path: string,
  read: (raw: { readonly [name: string]: RawValue }) => T,
  run: (call: Call, parameters: T, id: string) => Answer,
  options: { isPublic?: boolean } = {},
): Operation {
  return {
    method,
    pattern: new RegExp(`^${path.replace(':id', '([^/]+)')}$`),
    isPublic: options.isPublic ?? false,
    prepare(raw, id) {
      const parameters = read(raw);
      return (call) => run(call, parameters, id);
    },
  };
}

export function ok(body: unknown): Answer {
  return { status: 200, body };
}
