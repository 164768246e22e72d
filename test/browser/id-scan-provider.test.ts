import { openPdf, readAttachment } from '@countersign/pdf';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeInvented } from '../../fixtures/identity-documents/describe-invented.ts';
import { planPictures } from '../../fixtures/identity-documents/plan-pictures.ts';
import {
  type OnfidoServer,
  startOnfidoServer,
} from '../../packages/adapters/onfido/testing/onfido-server.ts';
import type { PhotographedDocument } from '../../packages/adapters/onfido/testing/photographed-document.ts';
import { documentBody, readInvitation, uploadFixture, waitForStatus } from '../service/journey-steps.ts';
import { anyDatabase, startService, type TestService } from '../service/start-service.ts';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import { expectNoPictureLeft } from './expect-no-picture-left.ts';
import { findBarriers } from './find-barriers.ts';
import { guideButton, waitForDocument } from './sign-like-a-person.ts';

const SIGNEE = 'Åsa Żółć';
const WEBHOOK_TOKEN = 'a-webhook-token-of-the-test';
const TODAY = new Date().toISOString().slice(0, 10);
/** Pictures are cut out, on a machine that does other things too. */
const READING_MS = 60_000;

describe.skipIf(noBrowserReason !== null)(
  `scanning an identity document at a provider ${noBrowserReason ?? ''}`,
  () => {
    let browser: Browser;
    let running: TestService;
    let onfido: OnfidoServer;
    let passport: PhotographedDocument;

    beforeAll(async () => {
      onfido = await startOnfidoServer('token', WEBHOOK_TOKEN);
      const planned = planPictures(24, 'clean', 1, TODAY).find(
        ({ document, conditions }) => document.kind === 'td3' && Math.abs(conditions.turn) < 10,
      );
      if (planned === undefined) throw new Error('no upright passport is planned');
      // The holder has another name than the sender gave.
      passport = {
        properties: describeInvented(planned.document),
        pictures: {
          front: await sharp(await planned.take())
            .resize(1280, 960)
            .jpeg()
            .toBuffer(),
        },
        subResult: 'caution',
      };
      const env = {
        ID_SCAN: 'onfido',
        ONFIDO_API: onfido.api,
        ONFIDO_TOKEN: 'token',
        ONFIDO_SCAN_WORKFLOW_ID: 'workflow',
        ONFIDO_WEBHOOK_TOKEN: WEBHOOK_TOKEN,
      };
      [browser, running] = await Promise.all([shareChromium(), startService(anyDatabase, env)]);
    });
    afterAll(async () => {
      await running?.close();
      await onfido?.close();
    });

    const invite = async (language: string) => {
      const fileId = await uploadFixture(running.client, 'plain/a4.pdf');
      const emailAddress = `${crypto.randomUUID()}@example.com`;
      const signee = {
        ...{ fullName: SIGNEE, emailAddress, signaturePlacement: 'existing' },
        signatureType: 'digital_ink_id_scan',
        signatureBox: { page: 0, x: 300, y: 700 },
        idScanBox: { page: 0, x: 40, y: 600 },
      };
      const body = documentBody(fileId, { signeeDetails: [signee], language });
      const { documentId } = (await running.client.post<{ documentId: string }>('/v1/docs', body)).body;
      await waitForStatus(running.client, documentId, 'awaiting_signatures');
      return { documentId, url: running.baseUrl + (await readInvitation(running.client, emailAddress)) };
    };

    it('[1-08] in Swedish on a phone, from an expired document to a sealed PDF', async () => {
      const { documentId, url } = await invite('sv');
      const [page, problems] = await openPage(browser, { ...PHONE, locale: 'sv-SE' });
      await page.goto(url);
      await waitForDocument(page);
      await guideButton(page).tap();
      const dialog = page.getByRole('dialog', { name: 'Skanna din id-handling' });
      await dialog.getByText('kontrolleras på sidor hos Onfido').waitFor();
      expect(await findBarriers(page)).toEqual([]);

      const expired = { ...passport, properties: { ...passport.properties, date_of_expiry: '2020-01-31' } };
      onfido.expectDocument(expired, 'declined');
      await dialog.getByRole('button', { name: 'Börja' }).tap();
      await takePictures(page);
      await dialog.getByText('Handlingen har gått ut').waitFor();
      expect(page.url()).toBe(url);
      expect(await findBarriers(page)).toEqual([]);

      onfido.expectDocument(passport, 'approved');
      await dialog.getByRole('button', { name: 'Börja' }).tap();
      await takePictures(page);
      await waitForDocument(page);
      await expect.poll(() => guideButton(page).innerText(), { timeout: READING_MS }).toBe('Signera här');
      await dialog.waitFor({ state: 'detached' });
      await sign(page);
      await waitForStatus(running.client, documentId, 'completed');
      expect(problems).toEqual([]);
      await expectSealed(url, {
        kind: 'id_scan',
        facts: { document: 'passport', variant: 'full', provider: 'Onfido' },
      });
      await expectNoPictureLeft(running);
      await page.context().close();
    }, 240_000);

    it('is done when the report comes before the signee is back', async () => {
      const { url } = await invite('en');
      const [page, problems] = await openPage(browser, PHONE);
      await page.goto(url);
      await waitForDocument(page);
      await guideButton(page).tap();
      const dialog = page.getByRole('dialog', { name: 'Scan your identity document' });
      await dialog.getByRole('button', { name: 'Start' }).tap();
      const photographing = page.getByRole('button', { name: 'Take the pictures' });
      await photographing.waitFor();
      const runId = page.url().split('/').at(-1) ?? '';
      onfido.photograph(runId, passport, 'approved');
      const { body, signature } = onfido.event(runId);
      for (let count = 0; count < 2; count++) {
        const answer = await running.client.anonymous.post(
          '/identity-events/onfido',
          JSON.parse(body.toString()),
          { 'x-sha2-signature': signature },
        );
        expect(answer.status).toBe(204);
      }
      // The run is over, so Onfido leads back at once.
      await photographing.tap();
      await page.waitForURL((address) => address.href.startsWith(url));
      await waitForDocument(page);
      await expect.poll(() => guideButton(page).innerText(), { timeout: READING_MS }).toBe('Sign here');
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(problems).toEqual([]);
      await page.context().close();
    }, 240_000);

    it('goes on with a phone by QR code, which comes back to a page without the document', async () => {
      const { url } = await invite('es');
      const [page, problems] = await openPage(browser, DESKTOP);
      await page.goto(url);
      await waitForDocument(page);
      await guideButton(page).click();
      const dialog = page.getByRole('dialog', { name: 'Escanee su documento de identidad' });
      const [phone, phoneProblems] = await openPage(browser, PHONE);
      const link = phone.getByRole('link', { name: 'Continuar con el proveedor' });
      const handOver = async () => {
        const offered = page.waitForResponse((response) => response.url().includes('/handover'));
        await dialog.getByRole('button', { name: 'Usar el teléfono' }).click();
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.textContent))
          .toBe('Continuar en este dispositivo');
        const { url: phoneUrl } = (await (await offered).json()) as { url: string };
        await phone.goto(phoneUrl);
        await phone.getByRole('button', { name: 'I scanned it on my own screen' }).tap();
        await link.waitFor();
      };
      await handOver();
      expect(await findBarriers(phone)).toEqual([]);
      const expired = { ...passport, properties: { ...passport.properties, date_of_expiry: '2020-01-31' } };
      onfido.expectDocument(expired, 'declined');
      await link.tap();
      await takePictures(phone);
      // It only said that the check cannot go on here.
      await phone.getByText('Este documento ha caducado').waitFor({ timeout: READING_MS });
      await phone.getByText('Continúe en el otro dispositivo').waitFor();
      await dialog.getByText('Este documento ha caducado').waitFor();
      await handOver();
      onfido.expectDocument(passport, 'approved');
      await link.tap();
      await takePictures(phone);
      await phone.getByText('Continúe en el otro dispositivo').waitFor({ timeout: READING_MS });
      expect(phone.url()).toBe(`${running.baseUrl}/phone`);
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => guideButton(page).innerText()).toBe('Firme aquí');
      expect([...problems, ...phoneProblems]).toEqual([]);
      for (const one of [page, phone]) await one.context().close();
    }, 240_000);

    // What shows that this browser came back was sent once, and was no longer in the address.
    it('is done on the page and on a phone although the service cannot be reached when the signee comes back', async () => {
      const { url } = await invite('en');
      const [page] = await openPage(browser, DESKTOP);
      await page.goto(url);
      await waitForDocument(page);
      await guideButton(page).click();
      const dialog = page.getByRole('dialog', { name: 'Scan your identity document' });
      const offered = page.waitForResponse((response) => response.url().includes('/handover'));
      await dialog.getByRole('button', { name: 'Use your phone instead' }).click();
      const { url: phoneUrl } = (await (await offered).json()) as { url: string };
      const [phone] = await openPage(browser, PHONE);
      await phone.goto(phoneUrl);
      await phone.getByRole('button', { name: 'I scanned it on my own screen' }).tap();
      onfido.expectDocument(passport, 'approved');
      await phone.getByRole('link', { name: 'Continue at the provider' }).tap();
      await loseAnswers(phone, '**/phone/proof');
      await takePictures(phone);
      await phone.getByText('Go on at the other device').waitFor({ timeout: READING_MS });

      const { url: otherUrl } = await invite('en');
      const [other] = await openPage(browser, PHONE);
      await other.goto(otherUrl);
      await waitForDocument(other);
      await guideButton(other).tap();
      await other.getByRole('dialog').getByRole('button', { name: 'Start' }).tap();
      onfido.expectDocument(passport, 'approved');
      await loseAnswers(other, '**/proofs/*');
      await takePictures(other);
      await waitForDocument(other);
      await expect.poll(() => guideButton(other).innerText(), { timeout: READING_MS }).toBe('Sign here');
      for (const one of [page, phone, other]) await one.context().close();
    }, 240_000);

    it('says that the service is busy while Onfido is down, and warns its operator', async () => {
      const { url } = await invite('en');
      const [page] = await openPage(browser, PHONE);
      await page.goto(url);
      await waitForDocument(page);
      await guideButton(page).tap();
      const dialog = page.getByRole('dialog', { name: 'Scan your identity document' });
      onfido.refuseWith(429);
      const start = dialog.getByRole('button', { name: 'Start' });
      await start.tap();
      await expect.poll(() => dialog.getByRole('alert').first().innerText()).not.toBe('');
      const { body } = await running.client.anonymous.get<{ warnings: readonly object[] }>('/readyz');
      expect(body.warnings).toContainEqual(expect.objectContaining({ code: 'onfido_unavailable' }));
      onfido.refuseWith(0);
      await start.tap();
      await page.getByRole('button', { name: 'Take the pictures' }).waitFor();
      await page.context().close();
    }, 240_000);

    /** The first answer of the page does not arrive, the second is of a proxy. */
    async function loseAnswers(page: Page, path: string): Promise<void> {
      let lost = 0;
      await page.route(path, async (route) => {
        if (route.request().method() !== 'POST' || lost === 2) return route.fallback();
        lost += 1;
        return lost === 1 ? route.abort() : route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' });
      });
    }

    async function takePictures(page: Page): Promise<void> {
      await page.getByRole('button', { name: 'Take the pictures' }).tap();
    }

    /** In Swedish. */
    async function sign(page: Page): Promise<void> {
      await guideButton(page).tap();
      const ink = page.getByRole('dialog', { name: 'Lägg till din underskrift' });
      await ink.getByRole('radio', { name: 'Skriv' }).check();
      await ink.getByLabel('Skriv ditt namn').fill(SIGNEE);
      await ink.getByRole('button', { name: 'Använd underskriften' }).tap();
      await page.locator('.sign-box .ink-typed').waitFor();
      await guideButton(page).tap();
      const review = page.getByRole('dialog', { name: 'Kontrollera och signera' });
      await review.getByRole('checkbox').check();
      await review.getByRole('button', { name: 'Signera dokumentet' }).tap();
    }

    async function expectSealed(url: string, proof: object): Promise<void> {
      const { bytes } = await running.client.anonymous.get(`${new URL(url).pathname}/sealed.pdf`);
      const record = Buffer.from(readAttachment(openPdf(bytes), 'evidence.json', 1 << 20) ?? []).toString();
      expect(JSON.parse(record).signees).toMatchObject([{ proofs: [proof] }]);
      expect(bytes.includes('/Subtype /Image') || bytes.includes('/Subtype/Image')).toBe(true);
    }
  },
);
