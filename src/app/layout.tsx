import '@fontsource-variable/bricolage-grotesque/index.css';
import '@fontsource-variable/instrument-sans/index.css';
import './globals.css';
import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { env } from '@/platform/env';
import { CartDrawerHost } from '@/ui/cart/cart-drawer-host';
import { Providers } from '@/ui/providers';
import { SiteFooter } from '@/ui/storefront/site-footer';
import { SiteHeader } from '@/ui/storefront/site-header';
import { cartOfRequest } from './cart-of-request';
import { chosenCurrency } from './chosen-currency';
import { siteOrigin } from './site-origin';

const description =
  'A shop for things that click, ding and thock. However often you tap Pay, you are charged once.';

export async function generateMetadata(): Promise<Metadata> {
  return {
    metadataBase: new URL(await siteOrigin()),
    title: { default: 'Doubletap: press it twice, pay once', template: '%s · Doubletap' },
    description,
    openGraph: { siteName: 'Doubletap', type: 'website' },
  };
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fff8ee' },
    { media: '(prefers-color-scheme: dark)', color: '#16142a' },
  ],
};

// A page carries a nonce of its own, so none is made at build time.
export const dynamic = 'force-dynamic';

export default async function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body className="antialiased">
        <a
          href="#content"
          className="fixed top-2 left-2 z-50 -translate-y-20 rounded-lg bg-ink px-4 py-2 font-semibold text-paper focus:translate-y-0"
        >
          Skip to the content
        </a>
        <Providers cart={await cartOfRequest()}>
          <CartDrawerHost>
            <SiteHeader currency={await chosenCurrency()} />
            <main
              id="content"
              tabIndex={-1}
              className="mx-auto min-h-[calc(100dvh-4rem)] w-full max-w-6xl px-4 pb-20 sm:px-6"
            >
              {children}
            </main>
            <SiteFooter hasLaboratory={env().labUrl !== undefined} />
          </CartDrawerHost>
        </Providers>
      </body>
    </html>
  );
}
