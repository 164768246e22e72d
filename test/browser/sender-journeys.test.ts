import { pageText } from '@countersign/i18n';
import { type ComposerText, loadComposerText } from '@countersign/i18n/composer';
import { loadDocumentsText } from '@countersign/i18n/documents';
import { loadEnterText } from '@countersign/i18n/enter';
import type { Language } from '@countersign/signing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { readInvitation, uploadFixture, waitFor } from '../service/journey-steps.ts';
import { type ServiceProcess, startProcess } from '../service/start-process.ts';
import { anyDatabase, listenSettings, prepareEnvironment } from '../service/start-service.ts';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium, TABLET } from './chromium.ts';
import { drawSignature, finishSigning, guideButton, signByTyping } from './sign-like-a-person.ts';
import { throttle } from './slow-line/measure-first-page.ts';

const SLOW_LINE = { kilobitsPerSecond: 400, latencyMs: 400 };
/** Milliseconds. A page tries again to save after up to 15 s, and the service starts meanwhile. */
const PATIENCE_MS = 40_000;

describe.skipIf(noBrowserReason !== null)(`journeys of senders ${noBrowserReason ?? ''}`, () => {
  let browser: Browser;
  let place: Awaited<ReturnType<typeof prepareEnvironment>>;
  let settings: Readonly<Record<string, string>>;
  let running: ServiceProcess;

  beforeAll(async () => {
    place = await prepareEnvironment(anyDatabase);
    // The same port again after it was killed: pages have its address.
    settings = { ...(await listenSettings()), ...place.env };
    [browser, running] = await Promise.all([shareChromium(), startProcess(settings)]);
  });
  afterAll(async () => {
    await running?.stop('SIGTERM');
    await place?.remove();
  });

  /** Signed in on the page, as people do. */
  const openSignedIn = async (options: BrowserContextOptions, language: Language, path: string) => {
    await running.client.patch('/v1/users/me', { language });
    const locale = { en: 'en-GB', sv: 'sv-SE', es: 'es-ES' }[language];
    const [page, problems] = await openPage(browser, { ...options, locale });
    page.setDefaultTimeout(PATIENCE_MS);
    const text = await loadEnterText(language);
    await page.goto(`${running.baseUrl}/sign-in?next=${encodeURIComponent(path)}`);
    await page.getByLabel(text('emailAddress')).fill(settings.BOOTSTRAP_EMAIL ?? '');
    await page.getByLabel(text('password'), { exact: true }).fill(settings.BOOTSTRAP_PASSWORD ?? '');
    await page.keyboard.press('Enter');
    await page.waitForURL(running.baseUrl + path);
    return { page, problems };
  };

  const openLink = async (emailAddress: string, options: BrowserContextOptions) => {
    const [page, problems] = await openPage(browser, options);
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(running.baseUrl + (await readInvitation(running.client, emailAddress)));
    return { page, problems };
  };

  it.each([
    ['en', 'a desktop', DESKTOP, 'mouse'],
    ['sv', 'a tablet', TABLET, 'touch'],
    ['es', 'a phone', PHONE, 'touch'],
  ] as const)('in %s, on %s: one sends, another signs, and the sender sees it sealed', async (...row) => {
    const [language, , options, pointer] = row;
    const emailAddress = `journey-${language}@example.com`;
    const composer = await loadComposerText(language);
    const documents = await loadDocumentsText(language);
    const { page, problems } = await openSignedIn(options, language, '/new');
    await compose(page, composer, emailAddress);
    await page.getByRole('button', { name: composer('send'), exact: true }).click();
    await page.getByRole('button', { name: composer('sendNow') }).click();
    await page.waitForURL(/\/documents\/[\w-]+$/);
    await page.getByText(documents('state_waiting', { name: 'Ada Ek', others: 0 })).waitFor();

    const signee = await openLink(emailAddress, options);
    await sign(signee.page, language, pointer);
    await page.getByText(documents('state_completed', { date: '' }).split('.')[0] ?? '').waitFor();
    await page.getByRole('button', { name: documents('downloadSigned') }).waitFor();
    expect([...problems, ...signee.problems]).toEqual([]);
    await page.context().close();
    await signee.page.context().close();
  });

  it('on a slow line the panels of the composer work before the document is there, and the list opens', async () => {
    const fileId = await uploadFixture(running.client, 'plain/two-pages.pdf');
    const { body } = await running.client.post<{ draftId: string }>('/v1/docs/drafts', {
      ...{ fileId, name: 'Slow', signeeDetails: [{ fullName: 'Ada', emailAddress: 'ada@example.com' }] },
    });
    const { page, problems } = await openSignedIn(DESKTOP, 'en', '/links');
    const endThrottle = await throttle(page, SLOW_LINE);
    await page.goto(`${running.baseUrl}/drafts/${body.draftId}`, { waitUntil: 'commit' });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Ek');
    expect(await page.locator('.composer-picture[data-outcome=drawn]').count()).toBe(0);
    await page.locator('.composer-save-state.is-saved').waitFor();
    await page.getByRole('link', { name: 'Documents', exact: true }).click();
    await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Drafts' }).click();
    await page.getByRole('link', { name: 'Slow' }).click();
    await endThrottle();
    await page.locator('.composer-picture[data-outcome=drawn]').first().waitFor();
    await page.getByRole('button', { name: 'Place on a page: Signature of Ada Ek' }).click();
    await page.getByRole('button', { name: 'Signature of Ada Ek, page 1' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('a killed service loses nothing of what is composed or signed, and the pages go on when it is back', async () => {
    const emailAddress = 'journey-killed@example.com';
    const fileId = await uploadFixture(running.client, 'plain/a4.pdf');
    const { body: draft } = await running.client.post<{ draftId: string }>('/v1/docs/drafts', {
      ...{ fileId, name: 'Before' },
    });
    await running.client.post('/v1/docs', {
      ...{ fileId, name: 'Contract' },
      signeeDetails: [{ fullName: 'Ada Ek', emailAddress, signaturePlacement: 'new_page' }],
    });
    const sender = await openSignedIn(DESKTOP, 'en', `/drafts/${draft.draftId}`);
    await sender.page.locator('.composer-save-state.is-saved').waitFor();
    const signee = await openLink(emailAddress, DESKTOP);
    await signByTyping(signee.page, 'Ada Ek');

    await running.stop('SIGKILL');
    await sender.page.getByLabel('Name of the document').fill('While it was down');
    await sender.page.getByText('Not saved yet: the service cannot be reached.').waitFor();
    await finishSigning(signee.page);
    await signee.page
      .getByText('The service could not be reached. What you have filled in is kept.')
      .waitFor();

    running = await startProcess(settings);
    await sender.page.locator('.composer-save-state.is-saved').waitFor();
    const saved = await running.client.get<{ name: string }>(`/v1/docs/drafts/${draft.draftId}`);
    expect(saved.body.name).toBe('While it was down');
    await signee.page.getByRole('button', { name: 'Sign document' }).click();
    await signee.page.getByRole('heading', { name: 'You have signed' }).waitFor();
    await waitFor('the document to be sealed', async () => {
      const { body } = await running.client.get<{ documents: { name: string; status: string }[] }>(
        '/v1/docs',
      );
      return body.documents.find(({ name }) => name === 'Contract')?.status === 'completed' ? true : null;
    });
    expect([...sender.problems, ...signee.problems]).toEqual([]);
    await sender.page.context().close();
    await signee.page.context().close();
  });
});

/** Uploads a file and adds a signee; on wide screens the signature is placed on the page. */
async function compose(page: Page, text: ComposerText, emailAddress: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(fixturePath('plain/a4.pdf'));
  await page.getByRole('button', { name: text('addSignee') }).click();
  await page.getByRole('textbox', { name: text('fullName'), exact: true }).fill('Ada Ek');
  await page.getByRole('textbox', { name: text('emailAddress') }).fill(emailAddress);
  if ((page.viewportSize()?.width ?? 0) < 700) return;
  await page.getByText(text('onNewPage')).waitFor();
  const box = { kind: text('signatureBox'), name: 'Ada Ek' };
  await page.getByRole('button', { name: text('placeBox', box) }).click();
  await page.locator('.composer-box').waitFor();
}

/** By drawing, with the texts of a language. */
async function sign(page: Page, language: Language, pointer: 'mouse' | 'touch'): Promise<void> {
  const text = pageText(language);
  await guideButton(page).click();
  const dialog = page.getByRole('dialog', { name: text('inkTitle') });
  await dialog.waitFor();
  await drawSignature(page, pointer);
  await dialog.getByRole('button', { name: text('inkUse') }).click();
  await dialog.waitFor({ state: 'detached' });
  await guideButton(page).click();
  const review = page.getByRole('dialog', { name: text('reviewTitle') });
  await review.getByRole('checkbox').check();
  await review.getByRole('button', { name: text('signDocument') }).click();
  await page.getByRole('heading', { name: text('signedTitle') }).waitFor();
}
