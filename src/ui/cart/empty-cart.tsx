import { ButtonLink } from '../primitives/button';
import { Picture } from '../primitives/picture';

export function EmptyCart() {
  return (
    <div className="flex flex-col items-center gap-4 rounded-3xl border-2 border-line bg-surface px-6 py-10 text-center">
      <Picture src="/empty-cart.svg" alt="" width={400} height={300} className="h-auto w-72" />
      <h2 className="text-3xl">There is nothing in it yet.</h2>
      <p className="text-muted">Go and press something.</p>
      <ButtonLink href="/">See what there is</ButtonLink>
    </div>
  );
}
