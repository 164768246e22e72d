import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPdf, readAttachment } from '@countersign/pdf';
import { readText } from '@countersign/pdf/testing';
import { TEST_COMPANIES } from '@countersign/signing/testing';
import { inlineToolkit } from '@countersign/toolkit';
import { PDFDocument } from 'pdf-lib';
import pg from 'pg';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { type BankIdServer, startBankIdServer } from '../../packages/adapters/e-id/testing/bankid-server.ts';
import { toP12 } from '../../packages/adapters/e-id/testing/certificates.ts';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { documentBody, readInvitation, uploadFixture, waitForStatus } from '../service/journey-steps.ts';
import { anyDatabase, startService, type TestService } from '../service/start-service.ts';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';
import { guideButton, waitForDocument } from './sign-like-a-person.ts';

const PERSON = { personalNumber: '189001019802', name: 'Åsa Żółć' };
const PASSPHRASE = 'qwerty123';
const RECEIVER = 'Company name|svc-verified-orgnumber-companyname[1]';

describe.skipIf(noBrowserReason !== null)(
  `signing with an e-ID in the browser ${noBrowserReason ?? ''}`,
  () => {
    const folder = makeTemporaryDir();
    const log: string[] = [];
    let browser: Browser;
    let running: TestService;
    let bankId: BankIdServer;

    beforeAll(async () => {
      bankId = await startBankIdServer();
      const { client, serverAuthority, root } = bankId.certificates;
      const write = (name: string, content: string | Buffer) => {
        const path = join(folder.path, name);
        writeFileSync(path, content);
        return path;
      };
      const env = {
        E_ID_PROVIDER: 'bankid',
        BANKID_URL: bankId.url,
        BANKID_P12: write('client.p12', toP12(client, PASSPHRASE)),
        BANKID_P12_PASSPHRASE: PASSPHRASE,
        BANKID_CA: write('server.pem', serverAuthority.certificate),
        BANKID_ISSUERS: write('issuers.pem', root.certificate),
        COMPANY_REGISTER: 'file',
        COMPANY_REGISTER_FILE: write('companies.json', JSON.stringify(TEST_COMPANIES)),
        LOG_LEVEL: 'trace',
      };
      const seams = { log: { write: (line: string) => void log.push(line) } };
      [browser, running] = await Promise.all([shareChromium(), startService(anyDatabase, env, seams)]);
    });
    afterAll(async () => {
      await running?.close();
      bankId?.close();
      folder.remove();
    });

    const send = async (emailAddress: string, signee: object, changes: Record<string, unknown> = {}) => {
      const fileId = String(changes.fileId ?? (await uploadFixture(running.client)));
      const signeeDetails = [{ fullName: 'Asa', emailAddress, signaturePlacement: 'new_page', ...signee }];
      const body = documentBody(fileId, { signeeDetails, ...changes });
      const { body: created } = await running.client.post<{ documentId: string }>('/v1/docs', body);
      await waitForStatus(running.client, created.documentId, 'awaiting_signatures');
      const url = running.baseUrl + (await readInvitation(running.client, emailAddress));
      return { url, documentId: created.documentId };
    };
    /** The first field is required. */
    const uploadForm = async (name: string, fields: readonly string[]) => {
      const pdf = await PDFDocument.create();
      const sheet = pdf.addPage([595, 842]);
      for (const [index, fieldName] of fields.entries()) {
        const field = pdf.getForm().createTextField(fieldName);
        field.addToPage(sheet, { x: 50, y: 700 - index * 60, width: 300, height: 30 });
        if (index === 0) field.enableRequired();
      }
      const path = join(folder.path, `${name}.pdf`);
      writeFileSync(path, await pdf.save());
      return (await running.client.upload<{ fileId: string }>(path)).body.fileId;
    };
    const open = async (url: string, options: BrowserContextOptions) => {
      const [page, problems] = await openPage(browser, options);
      await page.goto(url);
      await waitForDocument(page);
      return { page, problems };
    };
    /** A browser that did not begin the order is refused. */
    const expectLostReturn = async (returnUrl: string) => {
      const { page } = await open(returnUrl, PHONE);
      await page.getByText('This identification was started in another browser').waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await page.context().close();
    };
    const sealedOf = async (documentId: string, url: string) => {
      await waitForStatus(running.client, documentId, 'completed');
      return (await running.client.anonymous.get(`${url}/sealed.pdf`)).bytes;
    };

    it.each(
      shareOf([
        {
          language: 'en',
          device: 'phone',
          options: PHONE,
          words: [
            'Sign document',
            'BankID on this device',
            'Open BankID',
            'Trying to start your BankID app.',
          ],
        },
        {
          language: 'sv',
          device: 'desktop',
          options: DESKTOP,
          words: ['Signera dokumentet', 'BankID på en annan enhet', 'QR-kod', 'Starta BankID-appen.'],
        },
        {
          language: 'es',
          device: 'phone',
          options: PHONE,
          words: ['Firmar', 'BankID en otro dispositivo', 'Código QR', 'Inicie la aplicación BankID.'],
        },
      ]),
    )(
      '[1-07] [4.4-34] [2.4-11] in $language on a $device to a sealed PDF',
      async ({ language, options, words }) => {
        const method = { signatureType: 'bankid_identification' };
        const { url, documentId } = await send(`eid-${language}@example.com`, method, { language });
        const { page, problems } = await open(url, options);
        await guideButton(page).click();
        const review = page.getByRole('dialog');
        await review.getByRole('checkbox').check();
        expect(await findBarriers(page)).toEqual([]);
        const [sign = '', device = '', way = '', message = ''] = words;
        await review.getByRole('button', { name: sign }).click();
        await page.getByRole('button', { name: device }).click();
        await page.getByText(message).waitFor();
        const isQr = /QR/.test(way);
        const shown = isQr ? page.getByRole('img', { name: way }) : page.getByRole('link', { name: way });
        await shown.waitFor();
        expect(await findBarriers(page)).toEqual([]);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width).toBeLessThanOrEqual(options.viewport?.width ?? 0);
        if (isQr) await expectNewCode(page);
        const { returnUrl } = bankId.parametersOf();
        bankId.complete(PERSON);
        if (!isQr) {
          await expectLostReturn(String(returnUrl));
          // Apps open a new window in the same browser.
          await (await page.context().newPage()).goto(String(returnUrl));
        }
        const sealed = await sealedOf(documentId, url);
        // Two windows sign at the same moment, and one of them is refused.
        if (!isQr) await page.reload();
        await page.locator('.guide').waitFor({ state: 'detached' });
        expect(await findBarriers(page)).toEqual([]);
        expect(problems).toEqual([]);
        await expectSeal(sealed);
        const record = readRecord(sealed);
        expect(record.signees).toMatchObject([
          {
            signatureLevel: 'AES',
            identification: { provider: 'BankID', fullName: 'Åsa Żółć', personalNumber: '********-9802' },
            proofs: [
              { kind: 'electronic_id', facts: { signatureSha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
            ],
          },
        ]);
        expect(readText(sealed)).toContain('********-9802');
        await page.context().close();
      },
    );

    it('signs nothing once the dialog is closed, though the answer of success is on its way', async () => {
      const { url } = await send('eid-closed@example.com', { signatureType: 'bankid_identification' });
      const { page, problems } = await open(url, DESKTOP);
      const signatures: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/signature')) signatures.push(request.url());
      });
      const succeeded = Promise.withResolvers<void>();
      const isClosed = Promise.withResolvers<void>();
      await page.route(/\/proofs\/[^/]+\?/, async (route) => {
        if (route.request().method() !== 'GET') return route.continue();
        const response = await route.fetch();
        if ((await response.json()).status === 'succeeded') {
          succeeded.resolve();
          await isClosed.promise;
        }
        await route.fulfill({ response });
      });
      await guideButton(page).click();
      await page.getByRole('dialog').getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Sign document' }).click();
      await page.getByRole('button', { name: 'BankID on another device' }).click();
      await page.getByRole('img', { name: 'QR code' }).waitFor();
      bankId.complete(PERSON);
      await succeeded.promise;
      await page.getByRole('button', { name: 'Cancel' }).click();
      const answered = page.waitForEvent('requestfinished', (request) => request.method() === 'GET');
      isClosed.resolve();
      await answered;
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
      expect([await page.getByRole('dialog').count(), signatures, problems]).toEqual([0, [], []]);
      await page.context().close();
    });

    it('[4.4-34] is refused for an account without the capability', async () => {
      const { body: capabilities } = await running.client.get('/v1/account/capabilities');
      expect(capabilities).toMatchObject({ signatureBankId: true });
      const other = await running.addAccount();
      const { body: file } = await other.upload<{ fileId: string }>(fixturePath('forms/contract.pdf'));
      const signee = { fullName: 'Asa', emailAddress: 'asa@example.com', signaturePlacement: 'new_page' };
      const body = documentBody(file.fileId, {
        signeeDetails: [{ ...signee, signatureType: 'bankid_identification' }],
      });
      expect(await other.post('/v1/docs', body)).toMatchObject({
        status: 403,
        body: { errorCode: 'capability_missing' },
      });
    });

    it('goes on after a cancelled and a failed order, with the recommended messages', async () => {
      const { url, documentId } = await send('eid-retry@example.com', {
        signatureType: 'bankid_identification',
      });
      const { page } = await open(url, DESKTOP);
      await guideButton(page).click();
      await page.getByRole('dialog').getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Sign document' }).click();
      await page.getByRole('button', { name: 'BankID on another device' }).click();
      await page.getByRole('img', { name: 'QR' }).waitFor();
      bankId.setAnswer({ status: 'failed', hintCode: 'userCancel' });
      await page.getByText('The action was cancelled.').waitFor();
      bankId.refuseNext(503, { errorCode: 'maintenance' });
      await page.getByRole('button', { name: 'BankID on another device' }).click();
      await page.getByText('Something went wrong. Please try again.').waitFor();
      await page.getByRole('button', { name: 'BankID on another device' }).click();
      await page.getByRole('img', { name: 'QR' }).waitFor();
      // The code stayed, with a hint to scan it, after the app had scanned it.
      bankId.setAnswer({ status: 'pending', hintCode: 'userSign' });
      await page.getByText('Enter your security code in the BankID app').waitFor();
      expect(await page.getByRole('img', { name: 'QR' }).count()).toBe(0);
      bankId.complete(PERSON);
      await waitForStatus(running.client, documentId, 'completed');
      await page.context().close();
    });

    it.each(
      shareOf([
        {
          language: 'sv',
          trigger: 'svc-orgnumber-verification-kyc[1]',
          facts: { role: 'beneficial_owner', purpose: 'Leasing av bilar' },
          words: {
            ...{
              title: 'Verifiera ett företag',
              sandbox: 'påhittade företag',
              number: 'Organisationsnummer',
            },
            ...{ no: 'Nej', purpose: 'Vad är syftet', device: 'BankID på den här enheten' },
            ...{ back: 'Fortsätt i fönstret som appen öppnade.', sign: 'Signera dokumentet' },
          },
        },
        {
          language: 'es',
          trigger: 'svc-orgnumber-verification-boardmember[1]',
          facts: { role: 'beneficial_owner' },
          words: {
            ...{
              title: 'Verificar una empresa',
              sandbox: 'empresas inventadas',
              number: 'Número de organización',
            },
            ...{ no: 'No', purpose: '', device: 'BankID en este dispositivo' },
            ...{ back: 'Continúe en la ventana que abrió la aplicación.', sign: 'Firmar documento' },
          },
        },
      ]),
    )(
      '[2.10-10] [2.10-11] verifies a company in $language on a phone, and the sealed PDF has what was found and answered',
      async ({ language, trigger, facts, words }) => {
        const signee = { signatureType: 'bankid_identification' };
        const fileId = await uploadForm(language, [`Company|${trigger}`, RECEIVER]);
        const { url, documentId } = await send(`company-${language}@example.com`, signee, {
          fileId,
          language,
        });
        const { page, problems } = await open(url, PHONE);
        await guideButton(page).click();
        const dialog = page.getByRole('dialog', { name: words.title });
        await dialog.getByText(words.sandbox).waitFor();
        await dialog.getByLabel(words.number).fill('555555-5555');
        for (const question of await dialog.getByRole('group').all())
          await question.getByRole('radio', { name: words.no }).check();
        if (words.purpose !== '') await dialog.getByLabel(words.purpose).fill('Leasing av bilar');
        expect(await findBarriers(page)).toEqual([]);
        await dialog.getByRole('button', { name: words.device }).click();
        await dialog.getByText('Räksmörgås & Żółć AB').waitFor();
        const { returnUrl } = bankId.parametersOf();
        bankId.complete(PERSON);
        await dialog.getByText(words.back).waitFor();
        // This window: only the fragment is new.
        await page.goto(String(returnUrl));
        await dialog.waitFor({ state: 'detached' });
        await guideButton(page).click();
        await page.getByRole('dialog').getByRole('checkbox').check();
        await page.getByRole('button', { name: words.sign }).click();
        await page.getByRole('button', { name: words.device }).click();
        await page.getByRole('link', { name: 'BankID' }).waitFor();
        const { returnUrl: last } = bankId.parametersOf();
        bankId.complete(PERSON);
        await page.goto(String(last));
        const sealed = await sealedOf(documentId, url);
        expect(problems).toEqual([]);
        expect(readText(sealed)).toContain('Räksmörgås & Żółć AB');
        const [first] = readRecord(sealed).signees;
        expect(first?.proofs).toMatchObject([{ kind: 'company', facts }, { kind: 'electronic_id' }]);
        await page.context().close();
      },
    );

    it('leaves no personal number in plain text in database, files, scratch files and logs', async () => {
      const rows = await readDatabase(running.env.DATABASE_URL);
      const hidden = /18900101-?9802/;
      const encoded = Buffer.from(PERSON.personalNumber).toString('base64').replace(/=+$/, '');
      const everything = [
        ['database', rows],
        ['log', log.join('')],
        ...listFiles(running.env.DATA_DIR).map((path) => [path, readFileSync(path, 'latin1')] as const),
      ] as const;
      for (const [where, content] of everything) {
        expect(hidden.test(content), where).toBe(false);
        expect(content.includes(encoded), where).toBe(false);
      }
    });
  },
);

async function expectNewCode(page: Page): Promise<void> {
  const code = page.locator('.qr path');
  const first = await code.getAttribute('d');
  await expect.poll(() => code.getAttribute('d'), { timeout: 10_000 }).not.toBe(first);
}

async function expectSeal(pdf: Buffer): Promise<void> {
  await using toolkit = inlineToolkit();
  const { signatures } = await toolkit.verify({ input: new Uint8Array(pdf) });
  expect(signatures).toMatchObject([{ valid: true, coversWholeDocument: true }]);
}

function readRecord(pdf: Buffer) {
  const attached = readAttachment(openPdf(pdf), 'evidence.json', 1 << 20);
  return JSON.parse(Buffer.from(attached ?? []).toString()) as {
    readonly signees: readonly { readonly proofs: readonly object[] }[];
  };
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false);
}

/** Every row of a server's database; the embedded one is among the files. */
async function readDatabase(url: string | undefined): Promise<string> {
  if (url === undefined) return '';
  const client = new pg.Client(url);
  await client.connect();
  const schemas =
    "SELECT table_schema AS schema, table_name AS name FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema')";
  const { rows: tables } = await client.query<{ schema: string; name: string }>(schemas);
  const contents: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await client.query(`SELECT * FROM "${schema}"."${name}"`);
    contents.push(name, JSON.stringify(rows));
  }
  await client.end();
  return contents.join('\n');
}
