import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '@countersign/pdf/testing';
import { inlineToolkit } from '@countersign/toolkit';
import { PDFDocument } from 'pdf-lib';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlannedPicture, planPictures } from '../../fixtures/identity-documents/plan-pictures.ts';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { documentBody, readInvitation, uploadFixture, waitForStatus } from '../service/journey-steps.ts';
import { anyDatabase, startService, type TestService } from '../service/start-service.ts';
import { DESKTOP, launchChromium, noBrowserReason, openPage, PHONE } from './chromium.ts';
import { expectNoPictureLeft } from './expect-no-picture-left.ts';
import { findBarriers } from './find-barriers.ts';
import { finishSigning, guideButton, signByTyping, waitForDocument } from './sign-like-a-person.ts';

const NAME = 'Ada Łovelace';
/** For pictures that are read, on a machine that does other things too. */
const READING_MS = 60_000;
const TODAY = new Date().toISOString().slice(0, 10);

const planned = planPictures(24, 'clean', 1, TODAY).filter(({ conditions: { turn } }) => Math.abs(turn) < 10);
const find = (kind: PlannedPicture['document']['kind']): PlannedPicture => {
  const found = planned.find(({ document }) => document.kind === kind);
  if (found === undefined) throw new Error(`no upright ${kind} is planned`);
  return found;
};
const passport = find('td3');
const card = find('swedish_card');

describe.skipIf(noBrowserReason !== null)(`scanning an identity document ${noBrowserReason ?? ''}`, () => {
  const folder = makeTemporaryDir();
  let browser: Browser;
  let running: TestService;

  beforeAll(async () => {
    const video = join(folder.path, 'passport.mjpeg');
    const frame = await sharp(await passport.take())
      .resize(1280, 960)
      .jpeg({ quality: 92 })
      .toBuffer();
    writeFileSync(video, Buffer.concat([frame, frame]));
    [browser, running] = await Promise.all([
      launchChromium(
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${video}`,
      ),
      startService(anyDatabase, { ID_SCAN: 'built-in', FACE_CHECK_PROVIDER: 'sandbox' }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await running?.close();
    folder.remove();
  });

  const invite = async (fileId: string, signee: Record<string, unknown>, language = 'en') => {
    const { client, baseUrl } = running;
    const emailAddress = `${crypto.randomUUID()}@example.com`;
    const signeeDetails = [{ fullName: NAME, emailAddress, signaturePlacement: 'existing', ...signee }];
    const { body } = await client.post<{ documentId: string }>(
      '/v1/docs',
      documentBody(fileId, { signeeDetails, language }),
    );
    await waitForStatus(client, body.documentId, 'awaiting_signatures');
    return { documentId: body.documentId, url: baseUrl + (await readInvitation(client, emailAddress)) };
  };

  it('[1-08] [4.4-35] by the camera of a phone, for the signature: the sealed file shows it, and no picture is left', async () => {
    const fileId = await uploadFixture(running.client, 'plain/a4.pdf');
    const { documentId, url } = await invite(fileId, {
      signatureType: 'digital_ink_id_scan',
      signatureBox: { page: 0, x: 300, y: 700 },
      idScanBox: { page: 0, x: 40, y: 600 },
    });
    const [page, problems] = await openPage(browser, PHONE);
    await page.goto(url);
    await waitForDocument(page);
    expect(await guideButton(page).innerText()).toBe('Verify your identity');
    await guideButton(page).tap();
    const dialog = page.getByRole('dialog', { name: 'Scan your identity document' });
    await dialog.getByRole('button', { name: 'Use the camera' }).tap();
    const take = dialog.getByRole('button', { name: 'Take the picture' });
    await take.and(page.locator('[aria-disabled=false]')).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await take.tap();
    await dialog.waitFor({ state: 'detached', timeout: READING_MS });
    await signByTyping(page, NAME);
    await finishSigning(page);
    await waitForStatus(running.client, documentId, 'completed');
    expect(problems).toEqual([]);
    await expectSealed(await downloadSealed(url));
    await expectNoPictureLeft(running);
    await page.context().close();
  }, 240_000);

  it('by pictures of both sides, for fields: they are filled, and the evidence says how', async () => {
    const names = [
      'Scan|svc-scan-id[1]',
      'Photo|svc-scanned-id-portrait[1]',
      'Last name|svc-scanned-id-mrz-lastname[1]',
      'Number|svc-scanned-id-mrz-personalnumber[1]',
    ];
    const { body } = await running.client.upload<{ fileId: string }>(await writeForm(names));
    const { documentId, url } = await invite(body.fileId, { signatureBox: { page: 0, x: 300, y: 700 } });
    const [page, problems] = await openPage(browser, DESKTOP);
    await page.goto(url);
    await waitForDocument(page);
    await guideButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Scan your identity document' });
    const choose = dialog.getByLabel('Choose a picture');
    const asFile = (buffer: Buffer | null) => ({
      name: 'picture.jpg',
      mimeType: 'image/jpeg',
      buffer: buffer ?? Buffer.alloc(0),
    });
    await choose.setInputFiles(asFile(await card.takeFront()));
    await dialog.getByText('Now take a picture of the back.').waitFor({ timeout: READING_MS });
    expect(await findBarriers(page)).toEqual([]);
    await choose.setInputFiles(asFile(await card.take()));
    await dialog.waitFor({ state: 'detached', timeout: READING_MS });
    expect(await page.getByLabel('Last name').inputValue()).toBe(card.document.lastName);
    await signByTyping(page, NAME);
    await finishSigning(page);
    await waitForStatus(running.client, documentId, 'completed');
    expect(problems).toEqual([]);
    await expectSealed(await downloadSealed(url));
    const { body: values } = await running.client.get<readonly { name: string; value: readonly string[] }[]>(
      `/v1/docs/${documentId}/field-values`,
    );
    expect(values).toEqual(
      expect.arrayContaining([{ name: names[3], value: [card.document.personalNumber] }]),
    );
    await expectNoPictureLeft(running);
    await page.context().close();
  }, 240_000);

  it('[1-09] a face check on a phone, in Swedish: the sealed file says how, and no picture is left', async () => {
    const fileId = await uploadFixture(running.client, 'plain/a4.pdf');
    const signee = { signatureType: 'face_liveness', signatureBox: { page: 0, x: 300, y: 700 } };
    const { documentId, url } = await invite(fileId, signee, 'sv');
    const [page, problems] = await openPage(browser, PHONE);
    await page.goto(url);
    await waitForDocument(page);
    await guideButton(page).tap();
    await page.getByText('De flesta id-kort godtas inte här').waitFor();
    // Half a passport was called a card, and the person was asked for a passport.
    const half = await sharp(await passport.take())
      .extract({ left: 0, top: 0, width: 2000, height: 940 })
      .toBuffer();
    await page
      .getByLabel('Välj en bild')
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: half });
    await page.getByText('Hela sidan i passet måste vara med').waitFor({ timeout: READING_MS });
    await scanWithCamera(page, { camera: 'Använd kameran', take: 'Ta bilden' });
    await page
      .getByRole('dialog', { name: 'Skanna din id-handling' })
      .waitFor({ state: 'detached', timeout: READING_MS });
    await guideButton(page).tap();
    const dialog = page.getByRole('dialog', { name: 'Bekräfta med ditt ansikte' });
    await dialog.getByText('fotot på din id-handling *').waitFor();
    await dialog.getByRole('button', { name: 'Börja' }).tap();
    await dialog.getByText('inget ansikte').waitFor();
    // The button that was tapped is gone, and the next one has the focus.
    await expectFocus(page, 'Låt kontrollen lyckas');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Låt kontrollen lyckas' }).tap();
    await dialog.waitFor({ state: 'detached' });
    await guideButton(page).tap();
    const ink = page.getByRole('dialog', { name: 'Lägg till din underskrift' });
    await ink.getByRole('radio', { name: 'Skriv' }).check();
    await ink.getByLabel('Skriv ditt namn').fill(NAME);
    await ink.getByRole('button', { name: 'Använd underskriften' }).tap();
    await page.locator('.sign-box .ink-typed').waitFor();
    await guideButton(page).tap();
    const review = page.getByRole('dialog', { name: 'Kontrollera och signera' });
    await review.getByRole('checkbox').check();
    await review.getByRole('button', { name: 'Signera dokumentet' }).tap();
    await waitForStatus(running.client, documentId, 'completed');
    expect(problems).toEqual([]);
    const sealed = await downloadSealed(url);
    await expectSeal(sealed);
    expect(textOf(sealed)).toContain('Inget ansikte har jämförts: Sandbox face check är en testmiljö');
    await expectNoPictureLeft(running);
    await page.context().close();
  }, 240_000);

  it('is handed over to a phone by QR code, once, and the computer goes on by itself', async () => {
    const fileId = await uploadFixture(running.client, 'plain/a4.pdf');
    const { documentId, url } = await invite(
      fileId,
      {
        signatureType: 'digital_ink_id_scan',
        signatureBox: { page: 0, x: 300, y: 700 },
        idScanBox: { page: 0, x: 40, y: 600 },
      },
      'es',
    );
    const [page, problems] = await openPage(browser, DESKTOP);
    await page.goto(url);
    await waitForDocument(page);
    await guideButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Escanee su documento de identidad' });
    const offered = page.waitForResponse((response) => response.url().endsWith('/handover?errorLanguage=es'));
    await dialog.getByRole('button', { name: 'Usar el teléfono' }).click();
    await dialog.getByRole('img', { name: 'Código QR' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const { url: phoneUrl } = (await (await offered).json()) as { url: string };
    const [phone, phoneProblems] = await openPage(browser, PHONE);
    await phone.goto(phoneUrl);
    const claim = { name: 'I scanned it on my own screen' };
    await phone.getByRole('button', claim).waitFor();
    expect(await findBarriers(phone)).toEqual([]);
    const [stranger] = await openPage(browser, PHONE);
    // To open the address uses nothing up, as mail scanners and previews open addresses.
    await stranger.goto(phoneUrl);
    await stranger.getByText('If somebody sent you this page').waitFor();
    // Without a line it said that the check cannot go on here, and had no button.
    await phone.context().setOffline(true);
    await phone.getByRole('button', claim).tap();
    await phone.getByRole('heading', { name: 'No connection' }).waitFor();
    expect(await findBarriers(phone)).toEqual([]);
    await phone.context().setOffline(false);
    await phone.getByRole('button', { name: 'Try again' }).tap();
    await phone.getByRole('heading', { name: 'Escanee su documento de identidad' }).waitFor();
    await dialog.getByText('El teléfono está conectado').waitFor();
    expect(await findBarriers(phone)).toEqual([]);
    expect(await phone.content()).not.toMatch(new RegExp(`${NAME}|${documentId}|/sign/`));
    await stranger.getByRole('button', claim).tap();
    await stranger.getByText('This code was used already').waitFor();
    expect(await findBarriers(stranger)).toEqual([]);
    // Phones open the next code in the same tab, where the page of the code before stayed.
    await stranger.goto(`${running.baseUrl}/phone#another-code`);
    await stranger.getByRole('button', claim).waitFor();
    await phone.reload();
    // Once the camera was open, only another load of the page led to the choice of a picture.
    await phone.getByRole('button', { name: 'Usar la cámara' }).tap();
    await phone.locator('video').waitFor();
    await expectFocus(phone, 'Hacer la foto');
    await phone
      .getByLabel('Elegir una foto')
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('-') });
    await phone.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
    // It was on the page, on nothing, while a picture was read and after it was refused.
    await expectFocus(phone, 'Usar la cámara');
    await scanWithCamera(phone, { camera: 'Usar la cámara', take: 'Hacer la foto' });
    await phone.getByText('Continúe en el otro dispositivo').waitFor({ timeout: READING_MS });
    await dialog.waitFor({ state: 'detached' });
    // The scan is done; what is left is the signature.
    await expect.poll(() => guideButton(page).innerText()).toBe('Firme aquí');
    expect([...problems, ...phoneProblems]).toEqual([]);
    for (const one of [page, phone, stranger]) await one.context().close();
  }, 240_000);

  async function scanWithCamera(page: Page, words: { camera: string; take: string }): Promise<void> {
    await page.getByRole('button', { name: words.camera }).tap();
    const take = page.getByRole('button', { name: words.take });
    await take.and(page.locator('[aria-disabled=false]')).waitFor();
    await take.tap();
  }

  async function writeForm(names: readonly string[]): Promise<string> {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage([595, 842]);
    for (const [index, name] of names.entries()) {
      const field = pdf.getForm().createTextField(name);
      field.addToPage(page, { x: 60, y: 700 - index * 90, width: 240, height: index < 2 ? 80 : 24 });
      if (index === 0) field.enableRequired();
    }
    const path = join(folder.path, 'form.pdf');
    writeFileSync(path, await pdf.save());
    return path;
  }

  async function downloadSealed(url: string): Promise<Buffer> {
    const { pathname } = new URL(url);
    return (await running.client.anonymous.get(`${pathname}/sealed.pdf`)).bytes;
  }
});

function expectFocus(page: Page, name: string): Promise<void> {
  return expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name);
}

async function expectSeal(pdf: Buffer): Promise<void> {
  await using toolkit = inlineToolkit();
  const { signatures } = await toolkit.verify({ input: new Uint8Array(pdf) });
  expect(signatures).toMatchObject([{ valid: true, coversWholeDocument: true }]);
}

function textOf(pdf: Buffer): string {
  return readText(pdf).replace(/\s+/g, ' ');
}

async function expectSealed(pdf: Buffer): Promise<void> {
  await expectSeal(pdf);
  // The picture of the document.
  expect(pdf.includes('/Subtype /Image') || pdf.includes('/Subtype/Image')).toBe(true);
}
