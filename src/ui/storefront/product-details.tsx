import { ArrowLeft } from 'lucide-react';
import Link from 'next/link';
import type { ProductView } from '@/checkout/catalog';
import { formatMoney } from '@/platform/money';
import { BuyBox } from './buy-box';
import { ProductGallery } from './product-gallery';
import { StockHint } from './stock-hint';

export function ProductDetails({ product }: { readonly product: ProductView }) {
  return (
    <article className="py-6 sm:py-8">
      <Link
        href={`/?${new URLSearchParams({ category: product.category })}`}
        className="mb-4 inline-flex min-h-11 items-center gap-2 rounded-lg pr-3 font-semibold text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden className="size-5" /> {product.category}
      </Link>
      <div className="grid gap-8 lg:grid-cols-[1.1fr_1fr] lg:gap-12">
        <ProductGallery product={product} />
        <div className="flex flex-col gap-6">
          <header>
            <h1 className="text-4xl wrap-anywhere sm:text-6xl">{product.name}</h1>
            <p className="mt-3 font-display text-xl font-semibold text-muted sm:text-2xl">
              {product.tagline}
            </p>
          </header>
          <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <span className="font-display text-4xl font-extrabold tabular-nums">
              {formatMoney(product.price)}
            </span>
            <StockHint available={product.available} isExact />
          </p>
          <BuyBox product={product} />
          <p className="max-w-prose text-lg leading-relaxed">{product.description}</p>
          <section aria-labelledby="specs">
            <h2 id="specs" className="mb-3 text-2xl">
              Particulars
            </h2>
            <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] border-t-2 border-line">
              {product.specs.map(([label, value]) => (
                <div
                  key={label}
                  className="col-span-2 grid grid-cols-subgrid gap-x-6 border-b-2 border-line py-2.5"
                >
                  <dt className="text-muted">{label}</dt>
                  <dd className="font-semibold">{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        </div>
      </div>
    </article>
  );
}
