'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Message, OpenedMessage } from '../protocol';
import { lab } from './lab-client';
import type { Row } from './rows';
import { nameOf, seconds } from './words';

/** What the row stands for, opened: its messages with everything that crossed the wire. */
export function MessagePanel({ path, row }: { readonly path: string; readonly row: Row | undefined }) {
  const messages = row?.messages ?? [];
  return (
    <section
      aria-label="The message"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by its keys.
      tabIndex={0}
      className="max-h-[34rem] overflow-auto rounded-2xl border-2 border-line bg-surface p-4"
    >
      {messages.length === 0 && (
        <p className="text-muted">{row ? row.text : 'Step to a message to open it.'}</p>
      )}
      <div className="grid gap-4">
        {messages.map((message) => (
          <Opened key={message.id} path={path} message={message} isOpenAtOnce={messages.length === 1} />
        ))}
      </div>
    </section>
  );
}

interface OpenedProperties {
  readonly path: string;
  readonly message: Message;
  readonly isOpenAtOnce: boolean;
}

function Opened({ path, message, isOpenAtOnce }: OpenedProperties) {
  const [isOpen, setOpen] = useState(isOpenAtOnce);
  const isOver = message.endedAt !== undefined;
  const opened = useQuery({
    queryKey: ['lab', path, 'message', message.id, isOver],
    queryFn: ({ signal }) => lab.message(path, message.id, signal),
    enabled: isOpen,
    staleTime: isOver ? Infinity : 0,
  });
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="font-semibold break-words">{message.label}</summary>
      <Facts message={message} />
      {opened.isError && <p className="text-danger">{opened.error.message}</p>}
      {opened.data && <Contents {...opened.data} />}
    </details>
  );
}

function Facts({ message }: { readonly message: Message }) {
  const { from, to, key, attempt, outcome, status, sentAt, deliveredAt, endedAt, faults } = message;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['from', nameOf(from)],
    ['to', nameOf(to)],
    ['key', key],
    ['attempt', attempt?.toString()],
    ['arrived', deliveredAt === undefined ? 'never' : `after ${seconds(deliveredAt - sentAt)}`],
    ['ended', endedAt === undefined ? 'not yet' : `after ${seconds(endedAt - sentAt)}`],
    ['outcome', outcome?.replaceAll('_', ' ')],
    ['status', status],
    ['broken on purpose', faults.map(({ kind, at }) => `${kind} (${at})`).join(', ') || undefined],
  ];
  return (
    <dl className="my-2 grid grid-cols-[auto_1fr] gap-x-3 text-sm">
      {facts.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Contents({ request, answer }: OpenedMessage) {
  return (
    <div className="grid gap-3">
      <Half title="Request" {...request} />
      {answer ? (
        <Half title="Answer" {...answer} />
      ) : (
        <p className="text-sm text-muted">There was no answer.</p>
      )}
    </div>
  );
}

function Half(half: OpenedMessage['request'] & { readonly title: string }) {
  const { title, headers, body } = half;
  return (
    <div>
      <p className="text-sm font-bold">{title}</p>
      {headers.length > 0 && (
        <pre className="mt-1 rounded-lg bg-sunken p-2 text-xs break-all whitespace-pre-wrap">
          {headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        </pre>
      )}
      {body !== '' && (
        <pre className="mt-1 rounded-lg bg-sunken p-2 text-xs break-all whitespace-pre-wrap">
          {pretty(body)}
        </pre>
      )}
    </div>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
