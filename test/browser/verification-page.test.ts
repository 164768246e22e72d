import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPdf } from '@countersign/pdf';
import { PDFName, PDFNumber } from 'pdf-lib';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { signOne } from '../service/journey-steps.ts';
import { shareService } from '../service/share-service.ts';
import { anyDatabase, type TestService } from '../service/start-service.ts';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';

describe.skipIf(noBrowserReason !== null)(`the verification page ${noBrowserReason ?? ''}`, () => {
  const folder = makeTemporaryDir();
  const sealedPath = join(folder.path, 'Contract.pdf');
  const notePath = join(folder.path, 'note.pdf');
  const changedPath = join(folder.path, 'Changed.pdf');
  const turnedPath = join(folder.path, 'Turned.pdf');
  let running: TestService;
  let documentId: string;
  let browser: Browser;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    running = await shareService(anyDatabase);
    const [id, sealed] = await signOne(running.client);
    documentId = id;
    writeFileSync(sealedPath, sealed);
    writeFileSync(notePath, 'no PDF');
    const changed = Buffer.from(sealed);
    changed[11] = (changed[11] ?? 0) ^ 1;
    writeFileSync(changedPath, changed);
    turnFirstPage(sealedPath, turnedPath);
    browser = await shareChromium();
  });
  afterEach(async () => {
    await page.context().close();
    expect(problems).toEqual([]);
  });
  afterAll(async () => {
    await running?.close();
    folder.remove();
  });

  async function open(options: BrowserContextOptions): Promise<void> {
    [page, problems] = await openPage(browser, options);
    await page.goto(`${running.baseUrl}/verify`);
    // The page is shown once the sentences of its language are loaded.
    await page.locator('input[type=file]').waitFor({ state: 'attached' });
  }

  const choose = (path: string) => page.locator('input[type=file]').setInputFiles(path);
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });

  it('shows that a sealed file is from this service and unchanged, who signed it, and why', async () => {
    await open(DESKTOP);
    await heading('Check a signed document').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await choose(sealedPath);
    await heading('Sealed here and unchanged').waitFor();
    const signees = page.getByRole('region', { name: 'Signed by' }).getByRole('listitem');
    expect(await signees.allTextContents()).toEqual([
      expect.stringMatching(/^Ada Łovelace\d{4}-\d\d-\d\d .* UTC · signature drawn by hand$/),
    ]);
    await page.getByText('History: complete').waitFor();
    // Copied, the groups of the fingerprint are one value.
    const groups = page.getByRole('region', { name: 'The file' }).locator('.fingerprint span');
    expect((await groups.allTextContents()).map((group) => group.length)).toEqual(Array(8).fill(8));
    expect(await page.getByText(documentId).isVisible()).toBe(false);
    await page.getByText('Technical details').click();
    await page.getByText(documentId).waitFor();
    await page.getByText('1 signature in this file').waitFor();
    await page.getByText('Electronic seal').click();
    await page.getByText('PAdES B-B').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('is calm about an ordinary file that nobody signed', async () => {
    await open(PHONE);
    await choose(fixturePath('plain/a4.pdf'));
    await heading('Not sealed').waitFor();
    // It had the mark of a broken signature.
    await page.locator('.verdict.is-calm').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('fits 320 pixels with the longest verdict on a signature', async () => {
    await open({ ...PHONE, viewport: { width: 320, height: 568 }, locale: 'es' });
    await choose(turnedPath);
    await page.getByText('Detalles técnicos').click();
    await page.getByText('Válida, con cambios posteriores').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  it('keeps the name of a signature whole beside a long verdict on a phone', async () => {
    await open(PHONE);
    await choose(turnedPath);
    await page.getByText('Technical details').click();
    await page.getByText('Valid, changed afterwards').waitFor();
    const lines = await page.locator('.signature-name').evaluate((name) => {
      const lineHeight = Number.parseFloat(getComputedStyle(name).fontSize) * 2;
      return name.getBoundingClientRect().height / lineHeight;
    });
    expect(lines).toBeLessThan(1);
  });

  it('is worked with the keyboard alone, and the verdict takes the focus', async () => {
    await open(DESKTOP);
    await heading('Check a signed document').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    // A native input: keys are handled by the browser, and its button shows the focus.
    await page.locator('input[type=file]:focus-visible').waitFor({ state: 'attached' });
    const outline = await page
      .getByText('Choose a PDF')
      .evaluate((label) => getComputedStyle(label).outlineStyle);
    expect(outline).toBe('solid');
    await choose(changedPath);
    await heading('Changed, or not validly signed').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
      'Changed, or not validly signed',
    );
    await page.locator('.verdict').getByText('its digest does not match').waitFor();
    await page.getByText(`The file says that it is document ${documentId}`).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('1 signature in this file').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  it('takes a file that is dropped anywhere on it', async () => {
    await open(DESKTOP);
    await heading('Check a signed document').waitFor();
    const base64 = readFileSync(fixturePath('plain/a4.pdf')).toString('base64');
    const transfer = await page.evaluateHandle((content) => {
      const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], 'dropped.pdf', { type: 'application/pdf' }));
      return data;
    }, base64);
    await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
    await page.locator('.is-over').waitFor();
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
    await heading('Not sealed').waitFor();
    await page.getByText('dropped.pdf').waitFor();
    expect(await page.locator('.is-over').count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
  });

  it.each(
    shareOf([
      [
        'sv',
        'Kontrollera ett signerat dokument',
        'Förseglad här och oförändrad',
        'Filen kunde inte kontrolleras',
        'Dokumentet har ändrats: dess fingeravtryck stämmer inte',
      ],
      [
        'es',
        'Comprobar un documento firmado',
        'Sellado aquí y sin cambios',
        'No se pudo comprobar el archivo',
        'El documento se cambió: su huella no coincide',
      ],
    ]),
  )(
    'speaks %s on a phone, and says why a file cannot be checked, and what is wrong with one',
    async (locale, title, verdict, failed, problem) => {
      await open({ ...PHONE, locale });
      await heading(title).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await choose(notePath);
      await page.getByRole('heading', { name: failed }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await choose(changedPath);
      await page.locator('.verdict').getByText(problem).waitFor();
      await choose(sealedPath);
      await heading(verdict).waitFor();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
      expect(await findBarriers(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale);
    },
  );

  it('says when the service cannot be reached', async () => {
    await open(DESKTOP);
    await page.context().setOffline(true);
    await choose(sealedPath);
    await page.getByText('The service could not be reached.').waitFor();
    await page.context().setOffline(false);
    await choose(sealedPath);
    await heading('Sealed here and unchanged').waitFor();
  });
});

function turnFirstPage(from: string, to: string): void {
  const file = openPdf(from);
  file.page(0).dict.set(PDFName.of('Rotate'), PDFNumber.of(90));
  file.save().writeTo(to);
  file.close();
}
