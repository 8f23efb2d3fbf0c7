/** What this needs of Trusted Types, which the DOM's type declarations do not have yet (w3.org/TR/trusted-types). */
declare global {
  /** Where zod keeps its settings (zod.dev, "config"). */
  var __zod_globalConfig: object | undefined;
  interface Window {
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: {
          readonly createHTML: (html: string) => string | null;
          readonly createScriptURL: (address: string) => string | null;
        },
      ): unknown;
    };
  }
}

// Runs before anything else of a page. Zod would otherwise try whether it may compile code, which the page's policy forbids.
// Most pages come without zod, so it is told where it will look and not by its own function.
globalThis.__zod_globalConfig = { jitless: true };

/** JSON without a `<` is neither markup nor a program: what search engines read about a product. */
function isData(text: string): boolean {
  try {
    JSON.parse(text);
    return !text.includes('<');
  } catch {
    return false;
  }
}

// Whatever puts markup or scripts into the page by text has to pass here: data and the shop's own chunks do, and nothing else.
window.trustedTypes?.createPolicy('default', {
  // React makes every script element out of this text, and then says which script it is.
  createHTML: (html) => (html === '<script></script>' || isData(html) ? html : null),
  createScriptURL: (address) => {
    const { origin, pathname } = new URL(address, location.href);
    return origin === location.origin && pathname.startsWith('/_next/static/') ? address : null;
  },
});
