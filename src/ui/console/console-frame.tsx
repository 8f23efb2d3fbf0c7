'use client';

import { LogOut, Search } from 'lucide-react';
import Link from 'next/link';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import type { FormEvent, ReactNode } from 'react';
import { Button, linkClass } from '../primitives/button';
import { Notice } from '../primitives/notice';
import { Picture } from '../primitives/picture';
import { searchHref } from './links';
import { Loaded } from './loaded';
import { useSession, useSignOut } from './queries';
import { SignInForm } from './sign-in-form';

const rooms = [
  ['/console', 'Overview'],
  ['/console/doubts', 'In doubt'],
  ['/console/payments', 'Payments'],
  ['/console/ledger', 'Ledger'],
  ['/console/reconciliation', 'Reconciliation'],
  ['/console/jobs', 'Jobs'],
  ['/console/invariants', 'Invariants'],
  ['/console/log', 'Action log'],
] as const;

/** The console around each of its pages: nothing of them is asked for before somebody is signed in. */
export function ConsoleFrame({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  return (
    <div data-console className="py-4">
      <Loaded query={session} what="your session">
        {(told) => {
          if (told.state === 'no_operators') return <NoOperators />;
          if (told.state === 'signed_out') return <SignInForm />;
          return (
            <>
              <Top who={told.who} />
              <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">{children}</div>
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

function NoOperators() {
  return (
    <div className="mx-auto grid max-w-xl gap-4 py-10">
      <h1 className="text-3xl">Console</h1>
      <Notice title="This shop has no operators.">
        <p>
          It was started without CONSOLE_TOKEN. Set it where the shop is started, and sign in here with it.
        </p>
      </Notice>
    </div>
  );
}

function Top({ who }: { readonly who: string }) {
  const { mutate: signOut, isPending } = useSignOut();
  const path = usePathname();
  return (
    <div className="mb-5 grid grid-cols-[minmax(0,1fr)] gap-3 border-b-2 border-line pb-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Link
          href="/console"
          className="flex items-center gap-2 rounded-lg font-display text-xl font-extrabold"
        >
          <Picture src="/logo.svg" alt="" width={44} height={44} className="size-8" />
          Console
        </Link>
        <SearchForm />
        <p className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          <span>
            Signed in as <strong>{who}</strong>
          </span>
          <button
            type="button"
            onClick={() => signOut()}
            aria-disabled={isPending || undefined}
            className="inline-flex min-h-9 items-center gap-1.5 rounded-lg px-2 font-semibold hover:bg-sunken"
          >
            <LogOut aria-hidden className="size-4" /> Sign out
          </button>
          <Link href="/" className={linkClass}>
            To the shop
          </Link>
        </p>
      </div>
      <nav aria-label="Console" className="-mx-1 overflow-x-auto">
        <ul className="flex gap-1 px-1 py-1">
          {rooms.map(([href, title]) => (
            <li key={href}>
              <Link
                href={href}
                aria-current={path === href ? 'page' : undefined}
                className="inline-flex min-h-9 items-center rounded-lg px-2.5 text-[0.95rem] font-semibold whitespace-nowrap hover:bg-sunken aria-[current=page]:bg-text aria-[current=page]:text-page"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

function SearchForm() {
  const router = useRouter();
  const searched = useSearchParams().get('q') ?? '';
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    router.push(searchHref(String(new FormData(event.currentTarget).get('q') ?? '').trim()));
  };
  return (
    <search className="min-w-0 flex-1 basis-72">
      <form
        // Another search in the address is another text to begin with.
        key={searched}
        onSubmit={submit}
        className="flex gap-2"
      >
        <label htmlFor="console-search" className="sr-only">
          Key, order, payment, processor id or e-mail
        </label>
        <input
          id="console-search"
          name="q"
          defaultValue={searched}
          autoComplete="off"
          spellCheck={false}
          placeholder="Key, order, payment, processor id, e-mail"
          className="h-10 w-full min-w-0 rounded-lg border-2 border-line-strong bg-surface px-3 text-base placeholder:text-muted"
        />
        <Button type="submit" look="secondary" size="small">
          <Search aria-hidden className="size-4" /> <span className="max-sm:sr-only">Search</span>
        </Button>
      </form>
    </search>
  );
}
