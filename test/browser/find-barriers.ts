import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE_PATH = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** WCAG 2.2 A and AA, and axe's best practices. */
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface WindowWithAxe {
  readonly axe?: { run(context: object, options: RunOptions): Promise<AxeResults> };
}

/** Returns serious and critical violations of the current page: `rule: selector, selector`. */
export async function findBarriers(page: Page, runOnly = ALL_RULES): Promise<string[]> {
  const isThere = await page.evaluate(() => (globalThis as WindowWithAxe).axe !== undefined);
  // Evaluated, not loaded by a script element: the content policy applies to axe too.
  if (!isThere) await page.evaluate(await readFile(AXE_PATH, 'utf8'));
  const results = await page.evaluate(
    (options) => (globalThis as WindowWithAxe).axe?.run(document, options),
    // Without the elements of passed rules: half the processor time.
    { resultTypes: ['violations' as const], runOnly },
  );
  if (results === undefined) throw new Error('axe-core did not load');
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
