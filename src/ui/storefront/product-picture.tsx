import type { ProductView } from '@/checkout/catalog';
import { Picture } from '../primitives/picture';

/** A product on its tile. It gives way under the pointer like the thing it shows. */
export function ProductPicture({
  product,
  className = '',
  isDecorative = false,
  isFirst = false,
  isMain = false,
}: {
  readonly product: Pick<ProductView, 'image' | 'imageAlt' | 'accent'>;
  readonly className?: string;
  readonly isDecorative?: boolean;
  /** In sight when the page opens. */
  readonly isFirst?: boolean;
  /** What the page is about: it comes before everything else. */
  readonly isMain?: boolean;
}) {
  return (
    <div data-accent={product.accent} className={`tile relative ${className}`}>
      <Picture
        src={product.image}
        alt={isDecorative ? '' : product.imageAlt}
        width={800}
        height={800}
        loading={isFirst || isMain ? 'eager' : 'lazy'}
        fetchPriority={isMain ? 'high' : 'auto'}
        className="absolute inset-0 size-full origin-[50%_85%] object-contain p-[8%] transition-[scale] duration-150 ease-out group-hover:scale-x-[1.03] group-hover:scale-y-[0.95] group-active:scale-x-[1.05] group-active:scale-y-[0.86]"
      />
    </div>
  );
}
