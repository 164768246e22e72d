import type { Language } from '@countersign/base/locale';
import { pageText } from '@countersign/i18n';
import { type ComposerKey, loadComposerText, loadDocumentsText, type Text } from '@countersign/i18n/texts';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { shareService } from '../service/share-service.ts';
import { anyDatabase, type TestService } from '../service/start-service.ts';
import { noBrowserReason, shareChromium } from './chromium.ts';
import { openAsSender, openAsSignee } from './open-as-people.ts';
import { drawSignature, guideButton } from './sign-like-a-person.ts';

interface Journey {
  readonly language: Language;
  readonly device: string;
  readonly options: BrowserContextOptions;
  readonly pointer: 'mouse' | 'touch';
}

/** From the upload to the sealed document, with the texts of a language on a device. */
export function defineSenderJourneys(journeys: readonly Journey[]): void {
  describe.skipIf(noBrowserReason !== null)(`whole journeys of senders ${noBrowserReason ?? ''}`, () => {
    let browser: Browser;
    let running: TestService;

    beforeAll(async () => {
      [browser, running] = await Promise.all([shareChromium(), shareService(anyDatabase)]);
    });
    afterAll(async () => {
      await running?.close();
    });

    it.each(journeys)(
      'in $language, on $device: one sends, another signs, and the sender sees it sealed',
      async (journey) => {
        const { language, options, pointer } = journey;
        const emailAddress = `journey-${language}@example.com`;
        const composer = await loadComposerText(language);
        const documents = await loadDocumentsText(language);
        const { page, problems } = await openAsSender(browser, running, options, language, '/new');
        await compose(page, composer, emailAddress);
        await page.getByRole('button', { name: composer('sendTo', { count: 1 }), exact: true }).click();
        await page.getByRole('button', { name: composer('sendNow') }).click();
        await page.waitForURL(/\/documents\/[\w-]+$/);
        // The last day depends on today.
        const [state = ''] = documents('state_waiting', { name: 'Ada Ek', others: 0, day: '~' }).split('~');
        await page.getByText(state).waitFor();

        const signee = await openAsSignee(browser, running, emailAddress, options);
        await sign(signee.page, language, pointer);
        await page.getByText(documents('state_completed', { date: '' }).split('.')[0] ?? '').waitFor();
        await page.getByRole('button', { name: documents('downloadSigned') }).waitFor();
        expect([...problems, ...signee.problems]).toEqual([]);
        await page.context().close();
        await signee.page.context().close();
      },
    );
  });
}

/** Uploads a file and adds a signee; on wide screens the signature is placed on the page. */
async function compose(page: Page, text: Text<ComposerKey>, emailAddress: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(fixturePath('plain/a4.pdf'));
  await page.getByRole('button', { name: text('addSignee') }).click();
  await page.getByRole('textbox', { name: text('fullName'), exact: true }).fill('Ada Ek');
  await page.getByRole('textbox', { name: text('emailAddress') }).fill(emailAddress);
  if ((page.viewportSize()?.width ?? 0) < 700) return;
  await page.getByText(text('onNewPage')).waitFor();
  const palette = { kind: text('kind_signature'), name: 'Ada Ek' };
  await page.getByRole('button', { name: text('placeKind', palette) }).press('Enter');
  await page.locator('.composer-mark').waitFor();
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
