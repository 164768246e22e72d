import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentBody, readInvitation, uploadFixture, waitForStatus } from '../service/journey-steps.ts';
import { shareService } from '../service/share-service.ts';
import { anyDatabase, type TestService } from '../service/start-service.ts';
import { noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';
import { finishSigning, guideButton, waitForDocument } from './sign-like-a-person.ts';

const PAPER =
  '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="500"><rect width="900" height="500" fill="#d8d4cc"/><path d="M200 300 Q350 50 450 300 T700 220" fill="none" stroke="#1a2a5a" stroke-width="14"/></svg>';

describe.skipIf(noBrowserReason !== null)(`a picture of a signature ${noBrowserReason ?? ''}`, () => {
  let browser: Browser;
  let running: TestService;
  beforeAll(async () => {
    [browser, running] = await Promise.all([shareChromium(), shareService(anyDatabase)]);
  });
  afterAll(async () => {
    await running?.close();
  });

  it('loses its paper and signs, also after a reload', async () => {
    const emailAddress = `${randomUUID()}@example.com`;
    const signeeDetails = [{ fullName: 'Ada Lovelace', emailAddress, signaturePlacement: 'new_page' }];
    const body = documentBody(await uploadFixture(running.client), { signeeDetails });
    const { documentId } = (await running.client.post<{ documentId: string }>('/v1/docs', body)).body;
    await waitForStatus(running.client, documentId, 'awaiting_signatures');
    const [page, problems] = await openPage(browser, PHONE);
    await page.goto(running.baseUrl + (await readInvitation(running.client, emailAddress)));
    await waitForDocument(page);
    await guideButton(page).tap();
    const dialog = page.getByRole('dialog', { name: 'Add your signature' });
    await dialog.getByRole('radio', { name: 'Picture' }).check();
    const input = dialog.locator('input[type=file]');
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no image') });
    await dialog.getByText('No signature was found').waitFor();
    const buffer = await sharp(Buffer.from(PAPER)).jpeg().toBuffer();
    await input.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
    const picture = dialog.getByRole('img', { name: 'Your signature' });
    await picture.waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const source = (await picture.getAttribute('src')) ?? '';
    const { info, data } = await sharp(Buffer.from(source.slice(source.indexOf(',') + 1), 'base64'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.channels, info.width < 700, data[3]]).toEqual([4, true, 0]);
    await dialog.getByRole('button', { name: 'Use this signature' }).tap();
    await page.locator('.sign-box .ink-drawn').waitFor();
    await page.reload();
    await waitForDocument(page);
    await page.locator('.sign-box .ink-drawn').waitFor();
    await finishSigning(page);
    await waitForStatus(running.client, documentId, 'completed');
    expect(problems).toEqual([]);
  });
});
