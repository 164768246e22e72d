import { findProgram, programPath, requirePrograms } from '@countersign/pdf/testing';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The shell has no windows and menus of its own: browser tests take half the processor time with it. */
const WHOLE_PATH = process.env.CHROMIUM_PATH ?? findProgram('chromium');
const CHROMIUM_PATH = process.env.CHROMIUM_PATH ?? findProgram('chromium-headless-shell') ?? WHOLE_PATH;
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const noBrowserReason: string | null =
  CHROMIUM_PATH === undefined ? 'chromium is not installed' : null;

/** Ends a script with a line that says what it lacks. */
export function requireChromium(): void {
  if (CHROMIUM_PATH === undefined) requirePrograms('chromium');
}

export function launchChromium(...flags: readonly string[]): Promise<Browser> {
  const executablePath = CHROMIUM_PATH ?? programPath('chromium');
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
}

/** Blocks cookies and storage of frames from other sites, which the shell lets have them. */
export function launchWholeChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: WHOLE_PATH ?? programPath('chromium'), args: FLAGS });
}

let shared: Promise<Browser> | undefined;

/** One for all files of a worker of vitest, which ends it. */
export async function shareChromium(): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = launchChromium();
  return shared as Promise<Browser>;
}

/** Closes what tests opened in the shared one: pages left open ask the service for news. */
export async function closeSharedPages(): Promise<void> {
  for (const context of (await shared)?.contexts() ?? []) await context.close();
}

export const DESKTOP = { viewport: { width: 1280, height: 800 } } satisfies BrowserContextOptions;
export const TABLET: BrowserContextOptions = { viewport: { width: 820, height: 1180 }, hasTouch: true };
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
} satisfies BrowserContextOptions;

/** Opens a page that records script errors and violations of the content policy. */
export async function openPage(browser: Browser, options: BrowserContextOptions): Promise<[Page, string[]]> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      problems.push(message.text());
  });
  return [page, problems];
}
