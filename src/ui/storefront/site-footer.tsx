export function SiteFooter() {
  return (
    <footer className="border-t-2 border-line bg-sunken">
      <p className="mx-auto max-w-6xl px-4 py-8 text-muted sm:px-6">
        Doubletap is a demonstration shop: tap Pay as often as you like, there is one order and one charge.
        Nothing here is delivered.
      </p>
    </footer>
  );
}
