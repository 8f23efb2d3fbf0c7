'use client';

import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import type { TestCardMenu } from './test-card-menu';

const load = () => import('./test-card-menu');

/** In the demo nobody has to know a card number by heart. The menu is no part of the page: it comes when it is first wanted. */
export function TestCards({ onPick }: { readonly onPick: (number: string) => void }) {
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [Menu, setMenu] = useState<typeof TestCardMenu | null>(null);
  const [isOpen, setOpen] = useState(false);
  /** When the press began: the menu may have closed by it since, and must not open again. */
  const wasOpen = useRef(false);
  const prepare = (): void => void load().catch(() => {});
  const press = (): void => {
    if (wasOpen.current) {
      setOpen(false);
      return;
    }
    load().then(
      (module) => {
        setMenu(() => module.TestCardMenu);
        setOpen(true);
      },
      () => {}, // without a connection there is no menu, and another press asks again
    );
  };
  return (
    <div ref={place}>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={prepare}
        onFocus={prepare}
        onPointerDownCapture={() => {
          wasOpen.current = isOpen;
        }}
        onKeyDown={() => {
          wasOpen.current = false;
        }}
        onClick={press}
        className="key key-paper inline-flex min-h-11 items-center gap-1.5 rounded-lg px-3 text-[0.95rem] font-semibold [--depth:4px]"
      >
        Test cards <ChevronDown aria-hidden className="size-4" />
      </button>
      {Menu && (
        <Menu place={place} button={button} isOpen={isOpen} onClose={() => setOpen(false)} onPick={onPick} />
      )}
    </div>
  );
}
