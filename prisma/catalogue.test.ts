import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue';
import { promoCodes } from './promo-codes';

const PICTURE_LIMIT_BYTES = 6000;

describe('the catalogue', () => {
  it('names every product once, in the order of the shop window', () => {
    expect(new Set(catalogue.map((item) => item.slug)).size).toBe(catalogue.length);
    expect(catalogue.map((item) => item.sortOrder)).toEqual(catalogue.map((_, index) => index + 1));
  });

  it.each(catalogue)('sells $slug at a price in range, with its own picture', (item) => {
    expect(item.priceAmount).toBeGreaterThanOrEqual(300);
    expect(item.priceAmount).toBeLessThanOrEqual(18_900);
    expect(item.image).toBe(`/products/${item.slug}.svg`);

    const picture = readFileSync(new URL(`../public${item.image}`, import.meta.url), 'utf8');
    expect(picture).toContain('<title>');
    expect(Buffer.byteLength(picture)).toBeLessThan(PICTURE_LIMIT_BYTES);
    // A picture that loads or runs anything would be refused by the content security policy.
    expect(picture.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(
      /http|<script|<image|<text/,
    );
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

  it('give free shipping no value, and everything else one', () => {
    for (const promo of promoCodes) expect(promo.value === 0).toBe(promo.kind === 'free_shipping');
  });
});
