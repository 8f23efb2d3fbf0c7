'use client';

import { Menu } from '@base-ui/react/menu';
import { ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import { spaceNumber } from './card-number';
import { testCards } from './test-card-numbers';

/** In the demo nobody has to know a card number by heart. */
export function TestCards({ onPick }: { readonly onPick: (number: string) => void }) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place}>
      <Menu.Root modal={false}>
        <Menu.Trigger className="key key-paper inline-flex min-h-11 items-center gap-1.5 rounded-lg px-3 text-[0.95rem] font-semibold [--depth:4px]">
          Test cards <ChevronDown aria-hidden className="size-4" />
        </Menu.Trigger>
        {/* Inside of the page's content, where those who go by its landmarks look for it. */}
        <Menu.Portal container={place}>
          <Menu.Positioner className="z-50" sideOffset={10} align="end" collisionPadding={16}>
            <Menu.Popup className="max-h-[min(30rem,var(--available-height))] w-80 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-2xl border-2 border-line-strong bg-surface p-1.5 shadow-[0_6px_0_var(--edge)] outline-none">
              {testCards.map(({ kind, cards }) => (
                <Menu.Group key={kind} className="pb-1.5">
                  <Menu.GroupLabel className="px-3 pt-2 pb-1 text-sm font-semibold text-muted">
                    {kind}
                  </Menu.GroupLabel>
                  {cards.map(({ number, outcome }) => (
                    <Menu.Item
                      key={number}
                      onClick={() => onPick(number)}
                      className="cursor-pointer rounded-xl px-3 py-1.5 outline-none select-none data-highlighted:bg-sunken"
                    >
                      <span className="block leading-snug font-semibold">{outcome}</span>
                      <span className="block text-sm text-muted tabular-nums">{spaceNumber(number)}</span>
                    </Menu.Item>
                  ))}
                </Menu.Group>
              ))}
              <p className="border-t-2 border-line px-3 pt-2 pb-1.5 text-sm text-muted">
                This is a demo. No real card is charged.
              </p>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  );
}
