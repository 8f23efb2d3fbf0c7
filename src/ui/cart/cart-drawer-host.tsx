'use client';

import { usePathname, useRouter } from 'next/navigation';
import { createContext, type ReactNode, useContext, useState } from 'react';
import type { Addition, CartDrawer, Occasion } from './cart-drawer';

interface DrawerControl {
  /** Opens the drawer over the page. Where that cannot be, `otherwise` happens. */
  readonly open: (added: Addition | null, otherwise: () => void) => void;
  /** Fetches the drawer ahead of its opening. */
  readonly prepare: () => void;
}

const Control = createContext<DrawerControl>({
  open: (_added, otherwise) => otherwise(),
  prepare: () => {},
});

/** Pages on which the cart, or what becomes of it, is in sight already. */
const pagesWithCart: readonly string[] = ['/cart', '/checkout'];

const load = () => import('./cart-drawer');

/** Holds the cart's drawer for everything inside. Its code is not part of any page: it comes when it is first wanted. */
export function CartDrawerHost({ children }: { readonly children: ReactNode }) {
  const path = usePathname();
  const [Drawer, setDrawer] = useState<typeof CartDrawer | null>(null);
  const [occasion, setOccasion] = useState<Occasion>({ added: null, atMs: 0 });
  const [openOn, setOpenOn] = useState<string | null>(null);
  // Another page has come: also by the browser's own buttons.
  if (openOn !== null && openOn !== path) setOpenOn(null);

  const control: DrawerControl = {
    open: (added, otherwise) => {
      if (pagesWithCart.includes(path)) return otherwise();
      load().then((module) => {
        setDrawer(() => module.CartDrawer);
        setOccasion({ added, atMs: performance.now() });
        setOpenOn(path);
      }, otherwise);
    },
    prepare: () => void load().catch(() => {}),
  };
  return (
    <Control value={control}>
      {children}
      {Drawer && <Drawer isOpen={openOn !== null} occasion={occasion} onClose={() => setOpenOn(null)} />}
    </Control>
  );
}

/** Opens the cart's drawer when something was put into the cart; where there is none, the button has said it. */
export function useShowAddition() {
  const { open, prepare } = useContext(Control);
  return { show: (added: Addition) => open(added, () => {}), prepare } as const;
}

/** Opens the cart's drawer, or else its page. */
export function useShowCart() {
  const { open, prepare } = useContext(Control);
  const router = useRouter();
  return { show: () => open(null, () => router.push('/cart')), prepare } as const;
}
