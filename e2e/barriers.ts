import { expect, type Page } from '@playwright/test';
import axeCore from 'axe-core';

declare global {
  /** What its script leaves in a page. */
  var axe: typeof import('axe-core');
}

/** What a page is accused of: the rule, how bad it is, where, and what would be right. */
interface Accusation {
  readonly rule: string;
  readonly impact: string;
  readonly nodes: readonly string[];
}

/**
 * Finds nothing that stands in the way of anybody: every rule of axe, in both colour schemes. Motion is reduced, and awaited, so that
 * no colour is looked at on its way to another.
 */
export async function expectNoBarrier(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The page's own policy lets in no script; this one comes from outside of the page.
    await page.evaluate(axeCore.source);
    const accusations = await page.evaluate(async (): Promise<Accusation[]> => {
      await new Promise(requestAnimationFrame);
      await Promise.all(document.getAnimations().map(({ finished }) => finished));
      // Whoever comes to a guard is led back inside at once: nobody ever stays on it.
      const { violations } = await window.axe.run(
        { exclude: ['[data-base-ui-focus-guard]'] },
        { resultTypes: ['violations'], preload: false },
      );
      return violations.map(({ id, impact, nodes }) => ({
        rule: id,
        impact: impact ?? '',
        nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
      }));
    });
    expect(accusations, `${what}, ${colorScheme}`).toEqual([]);
  }
}
