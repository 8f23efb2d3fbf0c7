import { expect, it } from 'vitest';
import { pagePolicy } from './security-headers';

const page = {
  nonce: 'bm9uY2U=',
  processorApiBase: 'https://api.stripe.com/v1',
  isSecure: true,
  isDevelopment: false,
};

function directive(name: string, change: Partial<typeof page> = {}): string | undefined {
  const directives = pagePolicy({ ...page, ...change }).split('; ');
  return directives.find((text) => text === name || text.startsWith(`${name} `));
}

it('runs only scripts with the nonce and what they load', () => {
  expect(directive('script-src')).toBe("script-src 'self' 'nonce-bm9uY2U=' 'strict-dynamic'");
  expect(pagePolicy(page)).not.toMatch(/unsafe-(?!hashes)/);
});

it('lets text become markup or a script only where the page has a rule for it', () => {
  expect(directive('require-trusted-types-for')).toBe("require-trusted-types-for 'script'");
  expect(directive('trusted-types')).toBe('trusted-types default nextjs');
});

it('lets the page talk to the shop and the processor, and to nobody else', () => {
  expect(directive('connect-src')).toBe("connect-src 'self' https://api.stripe.com");
  expect(directive('default-src')).toBe("default-src 'none'");
});

it('lets nobody frame the page, move its addresses, or take its forms', () => {
  for (const name of ['frame-ancestors', 'base-uri', 'object-src'])
    expect(directive(name)).toBe(`${name} 'none'`);
  expect(directive('form-action')).toBe("form-action 'self'");
});

it('asks for encryption only where the page came encrypted', () => {
  expect(directive('upgrade-insecure-requests')).toBeDefined();
  expect(directive('upgrade-insecure-requests', { isSecure: false })).toBeUndefined();
});

it('is looser for the development server alone', () => {
  expect(directive('script-src', { isDevelopment: true })).toContain("'unsafe-eval'");
  expect(directive('script-src', { isDevelopment: true })).not.toContain('unsafe-inline');
});
