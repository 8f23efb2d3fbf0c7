import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { currencies, currencyCodes } from '../src/platform/currencies';
import { catalogue } from './catalogue';
import { galleryOf } from './galleries';
import { promoCodes } from './promo-codes';

const PICTURE_LIMIT_BYTES = 6000;

describe('the catalogue', () => {
  it('names every product once, in the order of the shop window', () => {
    expect(new Set(catalogue.map((item) => item.slug)).size).toBe(catalogue.length);
    expect(catalogue.map((item) => item.sortOrder)).toEqual(catalogue.map((_, index) => index + 1));
  });

  it.each(catalogue)('sells $slug at a price in range, with its own picture', (item) => {
    expect(item.prices.USD).toBeGreaterThanOrEqual(300);
    expect(item.prices.USD).toBeLessThanOrEqual(18_900);
    for (const currency of currencyCodes) expect(item.prices[currency] % currencies[currency].step).toBe(0);
    expect(item.image).toBe(`/products/${item.slug}.svg`);

    const gallery = galleryOf(item.slug);
    expect(gallery.length).toBeGreaterThanOrEqual(2);
    for (const file of [item.image, ...gallery.map(([image]) => image)]) {
      const picture = readFileSync(new URL(`../public${file}`, import.meta.url), 'utf8');
      expect(picture).toContain('<title>');
      expect(Buffer.byteLength(picture)).toBeLessThan(PICTURE_LIMIT_BYTES);
      // A picture that loads or runs anything would be refused by the content security policy.
      expect(picture.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(
        /http|<script|<image|<text/,
      );
    }
  });

  it('has something sold out, a last one, and something that runs low', () => {
    expect(catalogue.map((item) => item.stock).filter((stock) => stock < 10)).toEqual([5, 1, 0]);
  });
});

describe('the promo codes', () => {
  it('are written in the capitals that the checkout compares, once each', () => {
    for (const { code } of promoCodes) expect(code).toMatch(/^[A-Z0-9]+$/);
    expect(new Set(promoCodes.map((promo) => promo.code)).size).toBe(promoCodes.length);
  });

  it('give a percentage to a percent code, amounts of every currency to a fixed one, and nothing to free shipping', () => {
    for (const { kind, value, amounts } of promoCodes) {
      expect(value > 0).toBe(kind === 'percent');
      expect(Object.keys(amounts ?? {})).toEqual(kind === 'fixed' ? currencyCodes : []);
    }
  });
});
