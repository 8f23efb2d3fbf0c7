import { expect, test } from 'vitest';
import type { ProductView } from '@/checkout/catalog';
import { money } from '@/platform/money';
import { productData, scriptJson } from './product-data';

const product: ProductView = {
  id: '1',
  slug: 'bell',
  name: 'Bell',
  tagline: 'Ding.',
  description: 'A bell.',
  category: 'Bells',
  price: money(5700, 'KWD'),
  image: '/products/bell.svg',
  imageAlt: 'A bell',
  gallery: [['/products/bell-size.svg', 'A bell beside a pencil']],
  accent: 'steel',
  specs: [['Sound', '2.3 kHz']],
  available: 3,
};

test('the offer names price and currency of the page, in major units with all decimals', () => {
  expect(productData(product, 'https://shop.example')).toMatchObject({
    url: 'https://shop.example/products/bell',
    image: ['https://shop.example/products/bell.svg', 'https://shop.example/products/bell-size.svg'],
    offers: { price: '5.700', priceCurrency: 'KWD', availability: 'https://schema.org/InStock' },
  });
  expect(
    productData({ ...product, price: money(2800, 'JPY'), available: 0 }, 'https://shop.example'),
  ).toMatchObject({
    offers: { price: '2800', priceCurrency: 'JPY', availability: 'https://schema.org/OutOfStock' },
  });
});

test('no text of a product can end the script element that it stands in', () => {
  const json = scriptJson(productData({ ...product, name: '</script><script>' }, 'https://shop.example'));
  expect(json).not.toContain('<');
  expect(JSON.parse(json)).toMatchObject({ name: '</script><script>' });
});
