'use client';

import { Tabs } from '@base-ui/react/tabs';
import type { ProductView } from '@/checkout/catalog';
import { Picture } from '../primitives/picture';
import { ProductPicture } from './product-picture';

/** The pictures of a product: one at a time, chosen by small ones below, also with the arrow keys. */
export function ProductGallery({
  product,
}: {
  readonly product: Pick<ProductView, 'name' | 'image' | 'imageAlt' | 'gallery' | 'accent'>;
}) {
  const pictures = [[product.image, product.imageAlt] as const, ...product.gallery];
  return (
    <Tabs.Root defaultValue={product.image} data-accent={product.accent}>
      {pictures.map(([image, alt]) => (
        <Tabs.Panel
          key={image}
          value={image}
          keepMounted
          tabIndex={-1}
          className="group"
          data-testid="picture"
        >
          <ProductPicture
            product={{ image, imageAlt: alt, accent: product.accent }}
            isMain={image === product.image}
            className="aspect-square overflow-hidden rounded-[2rem] border-2 border-line shadow-[0_10px_0_color-mix(in_oklab,var(--accent)_60%,var(--edge))]"
          />
        </Tabs.Panel>
      ))}
      {pictures.length > 1 && (
        <Tabs.List
          aria-label={`Pictures of ${product.name}`}
          activateOnFocus
          className="mt-8 flex flex-wrap gap-3"
        >
          {pictures.map(([image, alt]) => (
            <Tabs.Tab
              key={image}
              value={image}
              aria-label={alt}
              className="tile grid size-20 place-items-center overflow-hidden rounded-2xl border-2 border-line hover:border-line-strong aria-selected:border-text aria-selected:shadow-[0_0_0_1px_var(--text)]"
            >
              <Picture src={image} alt="" width={800} height={800} className="h-auto w-4/5" />
            </Tabs.Tab>
          ))}
        </Tabs.List>
      )}
    </Tabs.Root>
  );
}
