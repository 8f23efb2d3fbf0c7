'use client';

import './globals.css';

/**
 * Stands in for the whole page when even its frame could not be drawn: it needs nothing that may be broken, and no script either,
 * since it is made at build time and carries no nonce.
 */
export default function GlobalError() {
  return (
    <html lang="en">
      <body className="antialiased">
        <title>Doubletap could not be shown</title>
        <main className="mx-auto max-w-xl px-4 py-24">
          <h1 className="text-4xl">The shop could not be shown.</h1>
          <p className="mt-4">
            Something went wrong on our side. A purchase you have made is not affected: you are charged once,
            and its order is in Your orders.
          </p>
          <form>
            <button type="submit" className="mt-6 rounded-xl bg-ink px-5 py-3 font-semibold text-paper">
              Try again
            </button>
          </form>
        </main>
      </body>
    </html>
  );
}
