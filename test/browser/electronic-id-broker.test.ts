import { openPdf, readAttachment } from '@countersign/pdf';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrokerServer, startBrokerServer } from '../../packages/adapters/e-id/testing/broker-server.ts';
import { documentBody, readInvitation, uploadFixture, waitForStatus } from '../service/journey-steps.ts';
import { anyDatabase, listenSettings, startService, type TestService } from '../service/start-service.ts';
import { noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';
import { guideButton, waitForDocument } from './sign-like-a-person.ts';

const PERSON = { personalNumber: '189001019802', fullName: 'Åsa Żółć' };
const CLIENT = { clientId: 'countersign', clientSecret: 'a-secret-of-the-test' };

describe.skipIf(noBrowserReason !== null)(
  `signing with the e-ID of a broker in the browser ${noBrowserReason ?? ''}`,
  () => {
    let browser: Browser;
    let running: TestService;
    let broker: BrokerServer;

    beforeAll(async () => {
      const { PORT = '' } = await listenSettings();
      const redirectUrl = `http://localhost:${PORT}/e-id/callback`;
      broker = await startBrokerServer({ ...CLIENT, redirectUrl });
      const env = {
        PORT,
        E_ID_PROVIDER: 'oidc',
        E_ID_NAME: 'Testlegitimation',
        E_ID_ISSUER: broker.issuer,
        E_ID_CLIENT_ID: CLIENT.clientId,
        E_ID_CLIENT_SECRET: CLIENT.clientSecret,
      };
      [browser, running] = await Promise.all([shareChromium(), startService(anyDatabase, env)]);
    });
    afterAll(async () => {
      await running?.close();
      broker?.close();
    });

    it('[1-07] in Swedish on a phone, from a refusal at the broker to a sealed PDF', async () => {
      const emailAddress = `broker-${Date.now()}@example.com`;
      const fileId = await uploadFixture(running.client);
      const signee = { fullName: 'Åsa', emailAddress, signaturePlacement: 'new_page' };
      const { body: created } = await running.client.post<{ documentId: string }>(
        '/v1/docs',
        documentBody(fileId, {
          signeeDetails: [{ ...signee, signatureType: 'bankid_identification' }],
          language: 'sv',
        }),
      );
      await waitForStatus(running.client, created.documentId, 'awaiting_signatures');
      const url = running.baseUrl + (await readInvitation(running.client, emailAddress));
      const [page, problems] = await openPage(browser, { ...PHONE, locale: 'sv-SE' });
      await page.goto(url);
      await waitForDocument(page);
      await guideButton(page).click();
      await page.getByRole('dialog').getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Signera dokumentet' }).click();
      const choose = page.getByRole('button', { name: 'Fortsätt till Testlegitimation' });
      const leave = page.getByRole('link', { name: 'Öppna Testlegitimation' });
      await choose.click();
      await leave.waitFor();
      // The button led to the only way there is.
      expect(await page.getByRole('button', { name: 'Välj ett annat sätt' }).count()).toBe(0);
      expect(await findBarriers(page)).toEqual([]);
      await expectStranger(String(await leave.getAttribute('href')));
      broker.expectPerson(null);
      await leave.click();
      await page.getByText('Du identifierade dig inte.').waitFor();
      expect(page.url()).toBe(url);
      await chooseAgain(page);
      broker.expectPerson(PERSON);
      await leave.click();
      await waitForStatus(running.client, created.documentId, 'completed');
      await page.getByRole('link', { name: 'Ladda ner' }).waitFor();
      expect(await findBarriers(page)).toEqual([]);
      expect(problems).toEqual([]);
      const { bytes } = await running.client.anonymous.get(`${url}/sealed.pdf`);
      const record = Buffer.from(readAttachment(openPdf(bytes), 'evidence.json', 1 << 20) ?? []);
      expect(JSON.parse(record.toString()).signees).toMatchObject([
        {
          identification: {
            provider: 'Testlegitimation',
            fullName: 'Åsa Żółć',
            personalNumber: '********-9802',
          },
          proofs: [
            { kind: 'electronic_id', facts: { signatureSha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
          ],
        },
      ]);
    });

    /** Within a second of the last start the service asks to wait. */
    async function chooseAgain(page: Page): Promise<void> {
      await page.getByRole('button', { name: 'Fortsätt till Testlegitimation' }).click();
      const tooSoon = page.getByText('Försök igen om 1 sekund');
      await page.getByRole('link', { name: 'Öppna Testlegitimation' }).or(tooSoon).waitFor();
      if (await tooSoon.isVisible()) await chooseAgain(page);
    }

    /** Another browser that opens the broker's address does not come back as the signee. */
    async function expectStranger(address: string): Promise<void> {
      const [stranger] = await openPage(browser, { ...PHONE, locale: 'es-ES' });
      broker.expectPerson(PERSON);
      const answer = await stranger.goto(address);
      expect(answer?.status()).toBe(400);
      await stranger.getByText('Esta identificación se inició en otro navegador').waitFor();
      expect(await findBarriers(stranger)).toEqual([]);
    }
  },
);
