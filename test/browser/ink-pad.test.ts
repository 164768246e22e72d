import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import { finishSigning, guideButton, signByDrawing, waitForDocument } from './sign-like-a-person.ts';
import { OTHER_BOX } from './stub-document.ts';
import { type StubService, startStubService, stubView } from './stub-service.ts';

const LANDSCAPE: BrowserContextOptions = { ...PHONE, viewport: { width: 844, height: 390 } };

interface Point {
  readonly x: number;
  readonly y: number;
}

interface DrawnPoint extends Point {
  readonly pressure: number;
}

async function lineOnPad(page: Page, lane: number): Promise<Point[]> {
  const box = await page.locator('.ink-canvas').boundingBox();
  if (box === null) throw new Error('the pad is not shown');
  return Array.from({ length: 20 }, (_, index) => ({
    x: box.x + box.width * (0.1 + index * 0.04),
    y: box.y + (box.height * lane) / 6,
  }));
}

function readStrokes(page: Page): Promise<DrawnPoint[][]> {
  return page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.endsWith(':ink'));
    const kept = sessionStorage.getItem(key ?? '');
    const { strokes = [] } = kept === null ? {} : JSON.parse(kept).drafts.signature.drawn;
    return strokes.map(({ points }: { points: DrawnPoint[] }) => points);
  });
}

async function expectStrokes(page: Page, count: number): Promise<DrawnPoint[][]> {
  await expect.poll(async () => (await readStrokes(page)).length).toBe(count);
  return readStrokes(page);
}

const widestGap = (points: readonly Point[]) =>
  Math.max(
    0,
    ...points
      .slice(1)
      .map((point, index) =>
        Math.hypot(point.x - (points[index]?.x ?? 0), point.y - (points[index]?.y ?? 0)),
      ),
  );

type TouchType = 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel';

const touch = (session: CDPSession, type: TouchType, touchPoints: readonly (Point & { id?: number })[]) =>
  session.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] });

function strokeAtOnce(session: CDPSession, points: readonly Point[]): Promise<unknown>[] {
  const [first, ...rest] = points;
  if (first === undefined) return [];
  return [
    touch(session, 'touchStart', [first]),
    ...rest.map((point) => touch(session, 'touchMove', [point])),
    touch(session, 'touchEnd', []),
  ];
}

describe.skipIf(noBrowserReason !== null)(`the ink pad ${noBrowserReason ?? ''}`, () => {
  let browser: Browser;
  let stub: StubService;
  let page: Page;
  let problems: string[];
  let session: CDPSession;

  const openPad = async (options: BrowserContextOptions): Promise<void> => {
    [page, problems] = await openPage(browser, options);
    session = await page.context().newCDPSession(page);
    await page.goto(`${stub.url}/sign/token`);
    await waitForDocument(page);
    await guideButton(page).click();
    await page.locator('.ink-canvas[style*="touch-action"]').waitFor();
  };

  beforeAll(async () => {
    browser = await shareChromium();
  });
  beforeEach(async () => {
    stub = await startStubService();
    stub.view = stubView({ fields: [] });
  });
  afterEach(async () => {
    await page.context().close();
    await stub.close();
    expect(problems).toEqual([]);
  });

  it('takes strokes that begin right after the last, and lives on', async () => {
    await openPad(PHONE);
    const lines = await Promise.all([1, 2, 3, 4].map((lane) => lineOnPad(page, lane)));
    await Promise.all(lines.flatMap((line) => strokeAtOnce(session, line)));
    const strokes = await expectStrokes(page, 4);
    for (const points of strokes) {
      // The full width: the browser coalesces moves within a frame.
      const xs = points.map(({ x }) => x);
      expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThan(200);
      expect(new Set(points.map(({ y }) => Math.round(y))).size).toBe(1);
    }
    await Promise.all(strokeAtOnce(session, await lineOnPad(page, 5)));
    await expectStrokes(page, 5);
  });

  it.each(
    shareOf([
      ['a desktop window', DESKTOP, { width: 700, height: 800 }],
      ['a phone turned on its side', PHONE, { width: 844, height: 390 }],
      ['a phone turned upright', LANDSCAPE, { width: 390, height: 844 }],
    ] as const),
  )('draws no jag when %s changes its size during a stroke, and loses nothing', async (_, from, to) => {
    await openPad(from);
    const before = (await lineOnPad(page, 2)).slice(0, 10);
    await page.mouse.move(before[0]?.x ?? 0, before[0]?.y ?? 0);
    await page.mouse.down();
    for (const { x, y } of before) await page.mouse.move(x, y);
    await page.setViewportSize(to);
    await page.waitForFunction((width) => window.innerWidth === width, to.width);
    const after = (await lineOnPad(page, 4)).slice(10);
    for (const { x, y } of after) await page.mouse.move(x, y);
    await page.mouse.up();
    const strokes = await expectStrokes(page, 2);
    for (const points of strokes) expect(widestGap(points)).toBeLessThan(60);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectStrokes(page, 1);
  });

  it('does not move when its message goes after the first stroke', async () => {
    await openPad(PHONE);
    await page.getByRole('button', { name: 'Use this signature' }).tap();
    await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
    const before = await page.locator('.ink-canvas').boundingBox();
    await Promise.all(strokeAtOnce(session, await lineOnPad(page, 1)));
    await expectStrokes(page, 1);
    expect(await page.locator('.ink-canvas').boundingBox()).toEqual(before);
  });

  it('draws with the first of two fingers, and with either afterwards', async () => {
    await openPad(PHONE);
    const [first, second] = await Promise.all([lineOnPad(page, 1), lineOnPad(page, 4)]);
    const pair = (index: number) => [
      { ...(first[index] ?? { x: 0, y: 0 }), id: 0 },
      { ...(second[index] ?? { x: 0, y: 0 }), id: 1 },
    ];
    await touch(session, 'touchStart', pair(0).slice(0, 1));
    await touch(session, 'touchStart', pair(0));
    for (let index = 1; index < first.length; index += 1) await touch(session, 'touchMove', pair(index));
    await touch(session, 'touchEnd', []);
    const [drawn] = await expectStrokes(page, 1);
    expect(new Set(drawn?.map(({ y }) => Math.round(y))).size).toBe(1);
    await Promise.all(strokeAtOnce(session, second));
    await expectStrokes(page, 2);
  });

  it('keeps a stroke that the system breaks off, and takes the next', async () => {
    await openPad(PHONE);
    const line = await lineOnPad(page, 2);
    await touch(session, 'touchStart', line.slice(0, 1));
    for (const point of line.slice(1, 10)) await touch(session, 'touchMove', [point]);
    await touch(session, 'touchCancel', []);
    await expectStrokes(page, 1);
    await Promise.all(strokeAtOnce(session, await lineOnPad(page, 4)));
    await expectStrokes(page, 2);
  });

  it('takes a pen with its pressure', async () => {
    await openPad(DESKTOP);
    const line = await lineOnPad(page, 3);
    const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', { x, y }: Point, force: number) =>
      session.send('Input.dispatchMouseEvent', {
        type,
        x,
        y,
        force,
        pointerType: 'pen',
        button: 'left',
        buttons: type === 'mouseReleased' ? 0 : 1,
        clickCount: 1,
      });
    const [start = { x: 0, y: 0 }] = line;
    await pen('mousePressed', start, 0.3);
    for (const [index, point] of line.entries()) await pen('mouseMoved', point, 0.3 + index * 0.03);
    await pen('mouseReleased', line.at(-1) ?? start, 0);
    const [points = []] = await expectStrokes(page, 1);
    expect(new Set(points.map(({ pressure }) => pressure)).size).toBeGreaterThan(3);
  });

  it('loses a stroke under way only with those that are cleared', async () => {
    await openPad(DESKTOP);
    const [first, second] = await Promise.all([lineOnPad(page, 1), lineOnPad(page, 3)]);
    for (const line of [first, second]) {
      await page.mouse.move(line[0]?.x ?? 0, line[0]?.y ?? 0);
      await page.mouse.down();
      for (const { x, y } of line) await page.mouse.move(x, y);
      if (line === first) await page.mouse.up();
    }
    await page.getByRole('button', { name: 'Clear' }).dispatchEvent('click');
    await expectStrokes(page, 0);
    await page.mouse.up();
    for (const { x, y } of second.slice(0, 1)) await page.mouse.move(x, y);
    await page.mouse.down();
    for (const { x, y } of second) await page.mouse.move(x, y);
    await page.mouse.up();
    await expectStrokes(page, 1);
  });

  it.each(
    shareOf([
      ['upright', PHONE],
      ['on its side', LANDSCAPE],
      ['small and on its side', { ...PHONE, viewport: { width: 568, height: 320 } }],
    ] as const),
  )('shows every control on a phone %s without scrolling', async (_, options) => {
    await openPad(options);
    const dialog = page.getByRole('dialog');
    const overflow = await page
      .locator('.dialog-body')
      .evaluate((body) => body.scrollHeight - body.clientHeight);
    expect(overflow).toBeLessThanOrEqual(0);
    for (const name of ['Undo', 'Clear', 'Cancel', 'Use this signature', 'Close']) {
      const box = await dialog.getByRole('button', { name, exact: true }).boundingBox();
      expect(box, name).not.toBeNull();
      expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(options.viewport?.height ?? 0);
      expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(options.viewport?.width ?? 0);
      expect(box?.height, name).toBeGreaterThanOrEqual(40);
    }
    expect((await page.locator('.ink-canvas').boundingBox())?.height).toBeGreaterThanOrEqual(90);
    if (process.env.SCREENSHOTS !== undefined) {
      await Promise.all(strokeAtOnce(session, await lineOnPad(page, 3)));
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/pad-${options.viewport?.width}.png` });
    }
  });

  it('keeps the ink over a reload, in the box and in the dialog, until it is signed', async () => {
    await openPad(PHONE);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await signByDrawing(page, 'touch');
    const drawn = await readStrokes(page);
    await page.reload();
    await page.locator('.sign-box .ink-drawn').waitFor();
    expect(await readStrokes(page)).toEqual(drawn);
    await page.locator('.sign-box').click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectStrokes(page, 0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.sign-box .ink-drawn').waitFor();
    await finishSigning(page);
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  });

  it('shows who has signed before, and that nobody signs where the picture of an ID goes', async () => {
    const signed = { ...OTHER_BOX, signatureStatus: 'signed' as const };
    stub.view = { ...stub.view, otherBoxes: [signed, { ...signed, x: 40, type: 'id_scan' }] };
    await openPad(PHONE);
    expect(await page.locator('.other-box').allTextContents()).toEqual([
      'Signed by Bo Ström',
      'The picture of another person’s ID goes here',
    ]);
  });
});
