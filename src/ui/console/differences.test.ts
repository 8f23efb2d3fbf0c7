import { expect, it } from 'vitest';
import { differences, prettyJson } from './differences';

const stored = JSON.stringify({
  email: 'ada@example.com',
  address: { city: 'Austin', line1: 'x' },
  tags: ['a', 'b'],
});

it('names every field that differs, and none that does not', () => {
  const brought = JSON.stringify({
    email: 'eve@example.com',
    address: { city: 'Austin', line1: 'y' },
    tags: ['a'],
  });
  expect(differences(stored, brought)).toEqual([
    { path: 'address.line1', stored: '"x"', brought: '"y"' },
    { path: 'email', stored: '"ada@example.com"', brought: '"eve@example.com"' },
    { path: 'tags.1', stored: '"b"', brought: undefined },
  ]);
});

it('finds nothing where only the order of the fields differs', () => {
  const again = JSON.stringify({
    tags: ['a', 'b'],
    address: { line1: 'x', city: 'Austin' },
    email: 'ada@example.com',
  });
  expect(differences(stored, again)).toEqual([]);
});

it('tells a number from its text, and a value from a whole object', () => {
  expect(differences('{"a":1}', '{"a":"1"}')).toEqual([{ path: 'a', stored: '1', brought: '"1"' }]);
  expect(differences('{"a":null}', '{"a":{"b":1}}')).toEqual([
    { path: 'a', stored: 'null', brought: undefined },
    { path: 'a.b', stored: undefined, brought: '1' },
  ]);
});

it('compares nothing that is no JSON, and shows it as it is', () => {
  expect(differences('{', '{}')).toBeNull();
  expect([prettyJson('{'), prettyJson('{"a":1}')]).toEqual(['{', '{\n  "a": 1\n}']);
});
