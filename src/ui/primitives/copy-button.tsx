'use client';

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

/** For how long it says that it has copied, in milliseconds. */
const shownForMs = 2_500;

/** Puts a text into the clipboard, and says so to the eye and to a screen reader. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), shownForMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async (): Promise<void> => {
    try {
      // The clipboard is missing where a page is not from a secure origin.
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <span className="inline-flex items-center gap-1 print:hidden">
      <button
        type="button"
        onClick={() => void copy()}
        aria-label={`Copy the ${what}`}
        className="grid size-11 place-items-center rounded-lg hover:bg-sunken"
      >
        <Icon aria-hidden className="size-5" />
      </button>
      <span role="status" className="text-base">
        {outcome === 'copied' && 'Copied'}
        {outcome === 'refused' && 'Please copy it by hand.'}
      </span>
    </span>
  );
}
