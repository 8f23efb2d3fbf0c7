import { expect, it } from 'vitest';
import { linesOfAddress } from './address-lines';

const address = { name: 'Ada', line1: '1 Bell St', line2: 'Floor 2', city: 'Town' };

it.each([
  ['US', { region: 'TX', postalCode: '78701' }, ['Town, TX 78701', 'United States']],
  ['US', { postalCode: '78701' }, ['Town, 78701', 'United States']],
  ['CA', { region: 'ON', postalCode: 'K1A 0B1' }, ['Town ON K1A 0B1', 'Canada']],
  ['GB', { postalCode: 'SW1A 1AA' }, ['Town', 'SW1A 1AA', 'United Kingdom']],
  ['DE', { postalCode: '10115' }, ['10115 Town', 'Germany']],
  ['JP', { region: 'Tokyo', postalCode: '100-0001' }, ['Town Tokyo', '100-0001', 'Japan']],
  ['KW', { postalCode: '' }, ['Town', 'Kuwait']],
  ['IE', { region: 'Clare', postalCode: 'D02 X285' }, ['Town', 'Clare', 'D02 X285', 'Ireland']],
  ['XX', { postalCode: '1' }, ['Town', '1', 'XX']],
])('an address in %s is written as on a parcel there', (country, place, lines) => {
  expect(linesOfAddress({ ...address, ...place, country })).toEqual([
    'Ada',
    '1 Bell St',
    'Floor 2',
    ...lines,
  ]);
});
