import { readFileSync } from 'node:fs';
import { inlineToolkit } from '@countersign/toolkit';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { documentBody, readInvitation, uploadFixture, waitForStatus } from '../service/journey-steps.ts';
import { shareService } from '../service/share-service.ts';
import { anyDatabase, type TestService } from '../service/start-service.ts';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';
import { type InkBounds, inkInFile, inkOnPage } from './ink-bounds.ts';
import { finishSigning, signByDrawing, signByTyping, waitForDocument } from './sign-like-a-person.ts';

const NAME = 'Ada Łovelace';
const BOX = { page: 0, x: 300, y: 700, width: 219, height: 58 };

describe.skipIf(noBrowserReason !== null)(
  `signing a document in the browser ${noBrowserReason ?? ''}`,
  () => {
    let browser: Browser;
    let running: TestService;

    beforeAll(async () => {
      [browser, running] = await Promise.all([shareChromium(), shareService(anyDatabase)]);
    });
    afterAll(async () => {
      await running?.close();
    });

    const invite = async (emailAddress: string, changes: Record<string, unknown> = {}) => {
      const fileId = await uploadFixture(running.client);
      const signature = { signaturePlacement: 'existing', signatureBox: { page: 0, x: BOX.x, y: BOX.y } };
      const signeeDetails = [{ fullName: NAME, emailAddress, ...signature }];
      const body = documentBody(fileId, { signeeDetails, ...changes });
      const { body: created } = await running.client.post<{ documentId: string }>('/v1/docs', body);
      await waitForStatus(running.client, created.documentId, 'awaiting_signatures');
      return running.baseUrl + (await readInvitation(running.client, emailAddress));
    };

    const openInvitation = async (url: string, options: BrowserContextOptions) => {
      const [page, problems] = await openPage(browser, { acceptDownloads: true, ...options });
      await page.goto(url);
      await waitForDocument(page);
      return { page, problems };
    };

    it('desktop, drawn with the mouse: the sealed PDF arrives and verifies', async () => {
      const { page, problems } = await openInvitation(await invite('desktop@example.com'), DESKTOP);
      await page.getByRole('textbox', { name: /name/i }).first().fill(NAME);
      expect(await findBarriers(page)).toEqual([]);
      await signByDrawing(page, 'mouse');
      await finishSigning(page);
      await expectSealed(await download(page));
      expect(await findBarriers(page)).toEqual([]);
      expect(problems).toEqual([]);
      await page.context().close();
    });

    it('phone, drawn with a finger: the sealed PDF arrives and verifies', async () => {
      const { page, problems } = await openInvitation(await invite('phone@example.com'), PHONE);
      // The service prefilled the name, so the guide skips to the signature.
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Full name/ })
        .tap();
      const name = page.getByRole('dialog').getByRole('textbox');
      expect(await name.inputValue()).toBe(NAME);
      await name.fill(NAME);
      await page.getByRole('button', { name: 'Done' }).tap();
      expect(await findBarriers(page)).toEqual([]);
      await signByDrawing(page, 'touch');
      await finishSigning(page);
      await expectSealed(await download(page));
      expect(problems).toEqual([]);
      await page.context().close();
    });

    it.each(
      shareOf([
        ['drawn', null],
        ['Handwriting 1', NAME],
        ['Handwriting 2', 'Åsa Öyvindsdotter Ñuñez'],
        ['Handwriting 3', 'Maximiliana Wolfeschlegelsteinhausenbergerdorff von Sigmaringen'],
      ]),
    )(
      'the sealed box has the ink where and as large as the page showed it: %s',
      async (choice, typedName) => {
        const url = await invite(`look-${choice.replace(' ', '')}@example.com`, {
          fields: [{ name: 'fullName|svc-input-fullname', value: NAME }],
        });
        const { page, problems } = await openInvitation(url, { ...DESKTOP, deviceScaleFactor: 2 });
        if (typedName === null) await signByDrawing(page, 'mouse');
        else await signByTyping(page, typedName, choice);
        const shown = await inkOnPage(page);
        await finishSigning(page);
        const pdf = await download(page);
        expectAlike(await inkInFile(pdf, BOX), shown);
        expect(shown.bottom - shown.top).toBeGreaterThan(typedName === null ? 0.45 : 0.2);
        expect(problems).toEqual([]);
        await page.context().close();
      },
    );

    it.each(
      shareOf([
        ['desktop', DESKTOP],
        ['phone', PHONE],
      ] as const),
    )('%s, a typed name: the sealed PDF arrives and verifies', async (device, options) => {
      const url = await invite(`typed-${device}@example.com`, {
        fields: [{ name: 'fullName|svc-input-fullname', value: NAME }],
      });
      const { page, problems } = await openInvitation(url, options);
      await signByTyping(page, NAME);
      await finishSigning(page);
      await expectSealed(await download(page));
      await page.reload();
      await page.getByRole('heading', { name: 'The document is complete' }).waitFor();
      expect(problems).toEqual([]);
      await page.context().close();
    });
  },
);

/** Tolerance for anti-aliasing and for a page drawn at another scale. */
function expectAlike(sealed: InkBounds, shown: InkBounds): void {
  for (const side of ['left', 'top', 'right', 'bottom'] as const)
    expect(Math.abs(sealed[side] - shown[side]), `${side}: ${sealed[side]} ${shown[side]}`).toBeLessThan(
      0.03,
    );
}

async function download(page: Page): Promise<Buffer> {
  const link = page.getByRole('link', { name: 'Download signed document' });
  await link.waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return readFileSync(await file.path());
}

async function expectSealed(pdf: Buffer): Promise<void> {
  await using toolkit = inlineToolkit();
  const { signatures: reports } = await toolkit.verify({ input: new Uint8Array(pdf) });
  expect(reports).toMatchObject([{ valid: true, coversWholeDocument: true }]);
}
