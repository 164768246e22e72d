import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { uploadFixture } from '../service/journey-steps.ts';
import type { TestService } from '../service/start-service.ts';
import { openPage, shareChromium } from './chromium.ts';

/** Milliseconds. */
const PATIENCE_MS = 60_000;

/** A signed-in person before the composer: what they see, do, and what the service has stored of it. */

/** One session serves all pages of a file, because signing in is limited. */
export async function openSignedIn(running: TestService, cookie: string, options: BrowserContextOptions) {
  const [page, problems] = await openPage(await shareChromium(), options);
  page.setDefaultTimeout(PATIENCE_MS);
  const [name = '', value = ''] = cookie.split('=');
  await page.context().addCookies([{ name, value, url: running.baseUrl }]);
  return { page, problems };
}

interface NewDraft {
  /** A fixture. */
  readonly file: string;
  readonly signeeDetails: readonly object[];
  readonly changes?: object;
}

/** Opens a new draft and waits for its pages. `read` returns what the service has stored. */
export async function openNewDraft(
  running: TestService,
  cookie: string,
  options: BrowserContextOptions,
  { file, ...draft }: NewDraft,
) {
  return openDraftOf(running, cookie, options, {
    ...draft,
    fileId: await uploadFixture(running.client, file),
  });
}

/** The same of a file that was uploaded. */
export async function openDraftOf(
  running: TestService,
  cookie: string,
  options: BrowserContextOptions,
  { fileId, signeeDetails, changes }: Omit<NewDraft, 'file'> & { readonly fileId: string },
) {
  const body = { fileId, name: 'Lease', signeeDetails, ...changes };
  const { body: draft } = await running.client.post<{ draftId: string }>('/v1/docs/drafts', body);
  const { page, problems } = await openSignedIn(running, cookie, options);
  await page.goto(`${running.baseUrl}/drafts/${draft.draftId}`);
  await page.locator('.composer-page .composer-picture[data-outcome=drawn]').first().waitFor();
  const read = async () => (await running.client.get<StoredDraft>(`/v1/docs/drafts/${draft.draftId}`)).body;
  return { page, problems, read };
}

interface StoredPlace {
  readonly page?: number | 'all';
  readonly x?: number;
  readonly y?: number;
  readonly anchor?: object;
}

interface StoredBox extends StoredPlace {
  readonly kind?: string;
  readonly scale?: number;
}

export interface StoredField extends StoredPlace {
  readonly name: string;
  readonly type?: string;
  readonly width?: number;
  readonly height?: number;
  readonly buttons?: readonly (StoredPlace & { readonly width: number; readonly value: string })[];
}

export interface StoredSignee {
  readonly signeeId?: string;
  readonly fullName: string;
  readonly signaturePlacement: string;
  readonly signatureBox?: StoredBox;
  readonly idScanBox?: StoredBox;
  readonly furtherBoxes?: readonly StoredBox[];
  readonly formFields?: readonly StoredField[];
}

export interface StoredDraft {
  readonly signeeDetails: readonly StoredSignee[];
}

export async function waitUntilSaved(page: Page): Promise<void> {
  await page.locator('.composer-save-state.is-saved').waitFor();
}

export async function rectOf(element: Locator) {
  await element.scrollIntoViewIfNeeded();
  const rect = await element.boundingBox();
  if (rect === null) throw new Error('not shown');
  return rect;
}

/** Drags what is on a page, and releases it over something beside the pages. */
export async function dragOnto(page: Page, mark: Locator, target: Locator): Promise<void> {
  const [from, to] = [await rectOf(mark), await rectOf(target)];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
}
