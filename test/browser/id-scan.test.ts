import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inlineToolkit } from '@countersign/toolkit';
import { PDFDocument } from 'pdf-lib';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlannedPicture, planPictures } from '../../fixtures/identity-documents/plan-pictures.ts';
import { makeTemporaryDir } from '../../packages/adapters/testing/index.ts';
import {
  documentBody,
  readInvitation,
  uploadFixture,
  waitFor,
  waitForStatus,
} from '../service/journey-steps.ts';
import { anyDatabase, startService, type TestService } from '../service/start-service.ts';
import { DESKTOP, launchChromium, noBrowserReason, openPage, PHONE } from './chromium.ts';
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
      startService(anyDatabase, { ID_SCAN: 'built-in' }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await running?.close();
    folder.remove();
  });

  const invite = async (fileId: string, signee: Record<string, unknown>) => {
    const { client, baseUrl } = running;
    const emailAddress = `${crypto.randomUUID()}@example.com`;
    const signeeDetails = [{ fullName: NAME, emailAddress, signaturePlacement: 'existing', ...signee }];
    const { body } = await client.post<{ documentId: string }>(
      '/v1/docs',
      documentBody(fileId, { signeeDetails }),
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
    expect(await guideButton(page).innerText()).toBe('Prove who you are');
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
    await expectNoPictureLeft();
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
    await expectNoPictureLeft();
    await page.context().close();
  }, 240_000);

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

  /** In the folder of the service: no file is a picture, and no proof is kept. */
  async function expectNoPictureLeft(): Promise<void> {
    await waitFor('the removal of pictures', async () =>
      listPictures(running.env.DATA_DIR).length === 0 ? true : null,
    );
  }
});

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

function listPictures(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('database'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).subarray(0, 3).equals(JPEG));
}

async function expectSealed(pdf: Buffer): Promise<void> {
  await using toolkit = inlineToolkit();
  const { signatures } = await toolkit.verify(new Uint8Array(pdf));
  expect(signatures).toMatchObject([{ valid: true, coversWholeDocument: true }]);
  // The picture of the document.
  expect(pdf.includes('/Subtype /Image') || pdf.includes('/Subtype/Image')).toBe(true);
}
