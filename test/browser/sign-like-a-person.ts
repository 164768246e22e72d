import type { Locator, Page } from 'playwright-core';

/** The steps of a signee, by what is visible and accessible on the page (English texts). */

/** The next required step, or the review. */
export function guideButton(page: Page): Locator {
  return page.locator('.guide-next');
}

/** Draws a wave on the pad: `touch` with a finger, otherwise with the mouse. */
export async function drawSignature(page: Page, pointer: 'mouse' | 'touch'): Promise<void> {
  const pad = page.locator('.ink-canvas').first();
  const box = await pad.boundingBox();
  if (box === null) throw new Error('the pad is not shown');
  const points = Array.from({ length: 40 }, (_, index) => ({
    x: box.x + box.width * (0.15 + index * 0.0175),
    y: box.y + box.height * (0.5 + 0.25 * Math.sin(index / 3)),
  }));
  if (pointer === 'touch') await touchAlong(page, points);
  else await dragAlong(page, points);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

async function dragAlong(page: Page, points: readonly Point[]): Promise<void> {
  const [first, ...rest] = points;
  if (first === undefined) return;
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const { x, y } of rest) await page.mouse.move(x, y);
  await page.mouse.up();
}

/** Real touch input, from which the browser makes pointer events. */
async function touchAlong(page: Page, points: readonly Point[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: readonly Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] });
  await send('touchStart', points.slice(0, 1));
  for (const point of points.slice(1)) await send('touchMove', [point]);
  await send('touchEnd', []);
  await session.detach();
}

/** Opens the ink dialog from the guide, draws, and waits until the ink is in its box. */
export async function signByDrawing(page: Page, pointer: 'mouse' | 'touch'): Promise<void> {
  await guideButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Add your signature' });
  await dialog.waitFor();
  await drawSignature(page, pointer);
  await dialog.getByRole('button', { name: 'Use this signature' }).click();
  await page.locator('.sign-box .ink-drawn').waitFor();
}

export async function signByTyping(page: Page, name: string, handwriting?: string): Promise<void> {
  await guideButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Add your signature' });
  await dialog.getByRole('radio', { name: 'Type' }).check();
  await dialog.getByLabel('Type your name').fill(name);
  if (handwriting !== undefined) await dialog.getByRole('radio', { name: handwriting }).check();
  await dialog.getByRole('button', { name: 'Use this signature' }).click();
  await page.locator('.sign-box .ink-typed').waitFor();
}

export async function finishSigning(page: Page): Promise<void> {
  await guideButton(page).click();
  const review = page.getByRole('dialog', { name: 'Check and sign' });
  await review.getByRole('checkbox').check();
  await review.getByRole('button', { name: 'Sign document' }).click();
}

export async function waitForDocument(page: Page): Promise<void> {
  await page.locator('.page-canvas').first().waitFor();
  await guideButton(page).waitFor();
}
