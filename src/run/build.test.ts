import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildFingerprint } from './build';

let root = '';

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'doubletap-build-'));
  write('src/app/page.tsx', 'export default 1');
  write('next.config.ts', 'export default {}');
});

afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, content: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), content);
}

describe('the fingerprint of a build', () => {
  it('stays the same while no source changes, whenever files were written', () => {
    const before = buildFingerprint(root);
    write('src/app/page.tsx', 'export default 1');
    expect(buildFingerprint(root)).toBe(before);
  });

  it.each([
    ['src/app/page.tsx', 'export default 2'],
    ['src/app/new.tsx', ''],
    ['public/picture.svg', '<svg/>'],
    ['prisma/schema.prisma', 'model Cart {}'],
    ['next.config.ts', 'export default { reactStrictMode: true }'],
    ['package-lock.json', '{}'],
  ])('changes with %s', (file, content) => {
    const before = buildFingerprint(root);
    write(file, content);
    expect(buildFingerprint(root)).not.toBe(before);
  });

  it('changes when a file is renamed', () => {
    write('src/one.ts', 'same');
    const before = buildFingerprint(root);
    rmSync(path.join(root, 'src/one.ts'));
    write('src/two.ts', 'same');
    expect(buildFingerprint(root)).not.toBe(before);
  });

  it.each(['src/app/page.test.tsx', 'src/run/start.ts', 'prisma/client/client.ts', 'README.md'])(
    'does not change with %s, which the build does not read',
    (file) => {
      const before = buildFingerprint(root);
      write(file, 'anything');
      expect(buildFingerprint(root)).toBe(before);
    },
  );
});
