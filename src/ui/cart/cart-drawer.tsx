'use client';

import { Drawer } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { Notice } from '../primitives/notice';
import { ShopClient } from '../shop-client';
import { DrawerContents } from './drawer-contents';

/** A press that has put something into the cart. */
export interface Addition {
  /** Of what it was. */
  readonly name: string;
  readonly button: Element;
  /** What one more press of the button does. */
  readonly again: () => void;
}

/** Why the drawer is open, and since when, in milliseconds of the page's own clock. */
export interface Occasion {
  /** Null when the shopper only wanted to look. */
  readonly added: Addition | null;
  readonly atMs: number;
}

/** So long after the drawer has opened a press still belongs to the double press that opened it, in milliseconds. */
const doublePressMs = 500;

/** Whether a press beside the drawer meant the button that the drawer has come over. */
function isOn(button: Element, event: Event): boolean {
  if (!(event instanceof MouseEvent)) return false;
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return left <= x && x <= right && top <= y && y <= bottom;
}

/** The cart over the page that the shopper is on: a dialog, which Escape, a press beside it or a swipe sends away. */
export function CartDrawer({
  isOpen,
  occasion,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly occasion: Occasion;
  readonly onClose: () => void;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  const { added, atMs } = occasion;
  const isDoublePress = (event: { readonly timeStamp: number }): boolean =>
    event.timeStamp - atMs < doublePressMs;
  return (
    <Drawer.Root
      open={isOpen}
      swipeDirection="right"
      onOpenChange={(_isOpen, { reason, event, cancel }) => {
        if (reason !== 'outside-press' || !isDoublePress(event)) return onClose();
        cancel();
        if (added && isOn(added.button, event)) added.again();
      }}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className="fixed inset-0 z-50 bg-[#0b0918] opacity-[calc(0.55*(1-var(--drawer-swipe-progress)))] transition-opacity duration-300 data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0" />
        <Drawer.Viewport className="settling fixed inset-0 z-50 flex justify-end">
          <Drawer.Popup
            data-testid="cart-drawer"
            initialFocus={title}
            className="flex h-full w-full max-w-[27rem] [transform:translateX(var(--drawer-swipe-movement-x))] flex-col border-line bg-page text-text outline-none transition-transform duration-300 ease-[cubic-bezier(0.2,0.8,0.2,1)] data-ending-style:[transform:translateX(100%)] data-starting-style:[transform:translateX(100%)] data-swiping:duration-0 data-swiping:select-none sm:border-l-2"
          >
            <header className="flex items-center justify-between gap-3 border-b-2 border-line py-2.5 pr-3 pl-5">
              <Drawer.Title
                ref={title}
                tabIndex={-1}
                onKeyDown={(event) => {
                  // The focus has come here from the button meanwhile. A key that is held down is one press.
                  const isPress = (event.key === 'Enter' || event.key === ' ') && !event.repeat;
                  if (isPress && isDoublePress(event)) added?.again();
                }}
                className="text-2xl outline-none"
              >
                Your cart
              </Drawer.Title>
              <Drawer.Close
                aria-label="Close the cart"
                className="grid size-11 place-items-center rounded-lg hover:bg-sunken"
              >
                <X aria-hidden className="size-6" />
              </Drawer.Close>
            </header>
            <Drawer.Content className="flex min-h-0 flex-1 flex-col">
              {added && (
                <div className="px-5 pt-4">
                  <Notice tone="success">
                    <Drawer.Description className="font-semibold wrap-anywhere">
                      {added.name} is in your cart.
                    </Drawer.Description>
                  </Notice>
                </div>
              )}
              <ShopClient>
                <DrawerContents onClose={onClose} onRemoved={() => title.current?.focus()} />
              </ShopClient>
            </Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
