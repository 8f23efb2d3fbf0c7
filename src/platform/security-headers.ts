import { createHash } from 'node:crypto';

/**
 * What browsers are told to allow. A page runs no script but the shop's own (each carries the page's nonce), talks to nobody but
 * the shop and the card processor, and is shown in nobody's frame (w3.org/TR/CSP3, the OWASP HTTP Headers Cheat Sheet).
 */

export type Header = readonly [name: string, value: string];

export interface PagePolicy {
  /** Fresh and random for every page: base64. */
  readonly nonce: string;
  /** Where the page hands the card to. */
  readonly processorApiBase: string;
  readonly isSecure: boolean;
  /** The development server compiles in the page, and puts styles into it. */
  readonly isDevelopment: boolean;
}

/** The Content-Security-Policy of a page. Next reads the nonce out of it, and puts it on the scripts that it writes. */
export function pagePolicy({ nonce, processorApiBase, isSecure, isDevelopment }: PagePolicy): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    ...(isDevelopment ? [] : [`style-src-attr 'unsafe-hashes' ${styleAttributes.map(hashOf).join(' ')}`]),
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${new URL(processorApiBase).origin}${isDevelopment ? ' ws:' : ''}`,
    "form-action 'self'",
    ...(isDevelopment ? [] : ["require-trusted-types-for 'script'", 'trusted-types default nextjs']),
    ...nobodyElse,
    ...(isSecure ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** The only style attributes in the pages: those of Base UI's number field, of its buttons and of the input that it hides. */
const styleAttributes = [
  '-webkit-user-select:none;user-select:none',
  'clip-path:inset(50%);overflow:hidden;white-space:nowrap;border:0;padding:0;width:1px;height:1px;margin:0;position:fixed;top:0;left:0',
];

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const nobodyElse = ["base-uri 'none'", "frame-ancestors 'none'", "object-src 'none'"];

/** Features of browsers that the shop never asks for. */
const unusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];

/**
 * On every answer. The policy is the one of what is no page: pictures, which may hold styles, and the API. A page's own takes
 * its place. The address of an order may carry its token, so no address is told to another site.
 */
export const everyAnswer: readonly Header[] = [
  ['Content-Security-Policy', ["default-src 'none'", "style-src 'unsafe-inline'", ...nobodyElse].join('; ')],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', unusedFeatures.map((feature) => `${feature}=()`).join(', ')],
  ['Referrer-Policy', 'same-origin'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
];

/** On every answer over an encrypted connection: for a year, browsers use no other (RFC 6797). */
export const everyEncryptedAnswer: readonly Header[] = [
  ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
];
