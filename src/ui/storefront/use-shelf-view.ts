'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { addressOf, readShelfView, type ShelfView } from './shelf-view';

/** So long after the last letter the address follows the search box, in milliseconds. Browsers limit how often it may change. */
const addressAfterMs = 300;

function onStepInHistory(follow: () => void): () => void {
  window.addEventListener('popstate', follow);
  return () => window.removeEventListener('popstate', follow);
}

/**
 * What the address asks for. The browser's own address is followed and not only the router's: after a reload the router fetches
 * what it steps back to, and of two quick steps it may keep the first.
 */
function useAskedFor(): URLSearchParams {
  const routed = useSearchParams().toString();
  // While another page comes or goes, the address may already be, or still be, that page's.
  const inBrowser = (): string =>
    window.location.pathname === '/' ? window.location.search.replace('?', '') : routed;
  return new URLSearchParams(useSyncExternalStore(onStepInHistory, inBrowser, () => routed));
}

/**
 * The view that the address names, and how to change it. The shelf is here already: nothing is fetched. What is typed shows
 * at once and reaches the address a little later; a new search is a step in the history, more letters of it are not.
 */
export function useShelfView(categories: readonly string[]) {
  const inAddress = readShelfView(useAskedFor(), categories);
  const [box, setBox] = useState({
    text: inAddress.query,
    written: inAddress.query,
    address: inAddress.query,
  });
  if (box.address !== inAddress.query) {
    // What this page has written itself must not undo what was typed since; what somebody went back to is to be shown.
    const isOurs = inAddress.query === box.written;
    setBox({
      text: isOurs ? box.text : inAddress.query,
      written: inAddress.query,
      address: inAddress.query,
    });
  }
  const view: ShelfView = { ...inAddress, query: box.text };

  const write = (next: ShelfView, step: 'pushState' | 'replaceState'): void => {
    setBox({ ...box, text: next.query, written: next.query });
    window.history[step](null, '', addressOf(next));
  };
  const isTyped = box.text !== box.written;
  /** Brings what was typed into the address now. */
  const settle = (): void => {
    if (isTyped) write(view, inAddress.query === '' ? 'pushState' : 'replaceState');
  };
  useEffect(() => {
    if (!isTyped) return;
    const timer = setTimeout(settle, addressAfterMs);
    return () => clearTimeout(timer);
  });
  return {
    view,
    type: (text: string) => setBox({ ...box, text }),
    settle,
    choose: (change: Partial<ShelfView>) => write({ ...view, ...change }, 'pushState'),
  } as const;
}
