import type { ProductView } from '@/checkout/catalog';

/** A product on its tile. It gives way under the pointer like the thing it shows. */
export function ProductPicture({
  product,
  className = '',
  isDecorative = false,
  isFirst = false,
}: {
  readonly product: Pick<ProductView, 'image' | 'imageAlt' | 'accent'>;
  readonly className?: string;
  readonly isDecorative?: boolean;
  /** In sight when the page opens. */
  readonly isFirst?: boolean;
}) {
  return (
    <div data-accent={product.accent} className={`tile grid aspect-square place-items-center ${className}`}>
      <img
        src={product.image}
        alt={isDecorative ? '' : product.imageAlt}
        width={800}
        height={800}
        loading={isFirst ? 'eager' : 'lazy'}
        className="h-auto w-4/5 origin-[50%_85%] transition-[scale] duration-150 ease-out group-hover:scale-x-[1.03] group-hover:scale-y-[0.95] group-active:scale-x-[1.05] group-active:scale-y-[0.86]"
      />
    </div>
  );
}
