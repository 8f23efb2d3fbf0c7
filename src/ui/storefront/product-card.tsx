import Link from 'next/link';
import type { ProductView } from '@/checkout/catalog';
import { formatMoney } from '@/platform/money';
import { AddButton } from './add-button';
import { footClass } from './card-foot';
import type { FindableProduct } from './find-products';
import { OpeningHint } from './opening-hint';
import { ProductPicture } from './product-picture';
import { StockHint } from './stock-hint';

/** What the shelf needs of a product. */
export type ShelvedProduct = Omit<ProductView, 'description' | 'specs' | 'gallery'> & FindableProduct;

/** What a card shows of a product. */
export type CardProduct = Omit<ShelvedProduct, 'words'>;

export function ProductCard({
  product,
  isFirst = false,
  heading: Heading = 'h2',
}: {
  readonly product: CardProduct;
  /** In sight when the page opens. */
  readonly isFirst?: boolean;
  readonly heading?: 'h2' | 'h3';
}) {
  return (
    <article
      data-accent={product.accent}
      className="flex h-full flex-col overflow-hidden rounded-3xl border-2 border-line bg-surface shadow-[0_6px_0_color-mix(in_oklab,var(--accent)_60%,var(--edge))]"
    >
      <div className="group relative flex flex-1 flex-col">
        <ProductPicture
          product={product}
          isDecorative
          isFirst={isFirst}
          className="aspect-[4/3] sm:aspect-square"
        />
        <div className="flex flex-1 flex-col gap-1 px-4 pt-4">
          <Heading className="text-lg leading-tight font-bold tracking-tight sm:text-xl">
            <Link
              href={`/products/${product.slug}`}
              className="after:absolute after:inset-0 after:rounded-t-[1.35rem] focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-4 focus-visible:after:outline-focus"
            >
              {product.name}
              <OpeningHint />
            </Link>
          </Heading>
          <p className="leading-snug text-muted">{product.tagline}</p>
        </div>
      </div>
      <div className="@container p-4">
        <div className={footClass}>
          <p className="flex flex-wrap items-baseline justify-between gap-x-3 @2xs:flex-col">
            <span className="font-display text-xl font-extrabold tabular-nums">
              {formatMoney(product.price)}
            </span>
            <span className="text-sm">
              <StockHint available={product.available} />
            </span>
          </p>
          <AddButton product={product} size="small" className="min-w-34" />
        </div>
      </div>
    </article>
  );
}
