import { linkClass } from '../primitives/button';

/** @param hasLaboratory in the demo, whose wires can be broken */
export function SiteFooter({ hasLaboratory }: { readonly hasLaboratory: boolean }) {
  return (
    <footer className="border-t-2 border-line bg-sunken">
      <div className="mx-auto grid max-w-6xl justify-items-start gap-3 px-4 py-8 sm:px-6">
        <p className="text-muted">
          Doubletap is a demonstration shop: tap Pay as often as you like, there is one order and one charge.
          Nothing here is delivered.
        </p>
        {hasLaboratory && (
          // Whole pages: the shop's own carry nothing of the laboratory.
          <p className="flex flex-wrap gap-x-5 gap-y-2 print:hidden">
            <a href="/lab" className={linkClass}>
              Break it in the laboratory
            </a>
            <a href="/lab/learn" className={linkClass}>
              How it charges once
            </a>
          </p>
        )}
      </div>
    </footer>
  );
}
