'use client';

import { Menu } from '@base-ui/react/menu';
import type { RefObject } from 'react';
import { spaceNumber } from './card-number';
import { testCards } from './test-card-numbers';

/** The cards of the demo, below the button that has opened them. */
export function TestCardMenu({
  place,
  button,
  isOpen,
  onClose,
  onPick,
}: {
  /** Inside of the page's content, where those who go by its landmarks look for it. */
  readonly place: RefObject<HTMLElement | null>;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onPick: (number: string) => void;
}) {
  return (
    <Menu.Root modal={false} open={isOpen} onOpenChange={(opens) => !opens && onClose()}>
      <Menu.Portal container={place}>
        <Menu.Positioner anchor={button} className="z-50" sideOffset={10} align="end" collisionPadding={16}>
          <Menu.Popup
            finalFocus={button}
            aria-label="Test cards"
            className="max-h-[min(30rem,var(--available-height))] w-80 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-2xl border-2 border-line-strong bg-surface p-1.5 shadow-[0_6px_0_var(--edge)] outline-none"
          >
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
  );
}
