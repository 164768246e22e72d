import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The shell has no windows and menus of its own: browser tests take half the processor time with it. */
const SHELL_PATH = '/usr/bin/chromium-headless-shell';
const WHOLE_PATH = '/usr/bin/chromium';
const CHROMIUM_PATH = process.env.CHROMIUM_PATH ?? (existsSync(SHELL_PATH) ? SHELL_PATH : WHOLE_PATH);
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

export const noBrowserReason: string | null = existsSync(CHROMIUM_PATH)
  ? null
  : `no browser at ${CHROMIUM_PATH}`;

export function launchChromium(...flags: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM_PATH, args: [...FLAGS, ...flags] });
}

/** Blocks cookies and storage of frames from other sites, which the shell lets have them. */
export function launchWholeChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? WHOLE_PATH, args: FLAGS });
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

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
export const TABLET: BrowserContextOptions = { viewport: { width: 820, height: 1180 }, hasTouch: true };
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

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
