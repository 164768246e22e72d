import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import type { Page } from 'playwright-core';
import { documentBody, readInvitation, signOne, waitForStatus } from '../../service/journey-steps.ts';
import type { TestService } from '../../service/start-service.ts';
import { guideButton, signByTyping } from '../sign-like-a-person.ts';
import { inventContract } from './invent-contract.ts';
import type { InventedPages, ListedPage } from './invent-pages.ts';

/** A page after something was done on it: a dialog, or the result of a check. */
export interface Scene extends ListedPage {
  act(page: Page): Promise<unknown>;
}

/** Providers that the dialogs of checks need. */
export const SCENE_SETTINGS = {
  ID_SCAN: 'built-in',
  FACE_CHECK_PROVIDER: 'sandbox',
  E_ID_PROVIDER: 'sandbox',
};

const TRIGGERS = {
  'email-code': 'Email|svc-email-verification',
  'sms-code': 'Mobile|svc-sms-verification',
  attachment: 'Proof of address|svc-upload-attachment[1]',
  'id-scan': 'Passport|svc-scan-id-passport[1]',
};

/** Lists the dialogs of the pages, and what the verification page and the consent page show. `folder` is for files. */
export async function inventScenes(
  running: TestService,
  { pages }: InventedPages,
  folder: string,
): Promise<readonly Scene[]> {
  mkdirSync(folder, { recursive: true });
  const scene = (name: string, of: string, act: Scene['act']): Scene => {
    const page = pages.find((one) => one.name === of);
    if (page === undefined) throw new Error(`no page ${of}`);
    return { ...page, name, act };
  };
  const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
  const chooseOf = (menu: string | RegExp, item: string) => async (page: Page) => {
    await press(menu)(page);
    await page.locator('.menu-panel').getByRole('button', { name: item }).click();
  };
  const chooseMore = (name: string) => async (page: Page) => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.locator('#composer-more-panel').getByRole('button', { name }).click();
  };
  return [
    scene('sign-ink', 'sign', (page) => guideButton(page).click()),
    scene('sign-review', 'sign', async (page) => {
      await signByTyping(page, 'Anna Ek');
      await guideButton(page).click();
    }),
    scene('sign-decline-dialog', 'sign', press('Decline to sign')),
    ...(await inventContract(running, folder)),
    ...(await inventChecks(running, folder)),
    ...(await inventVerifications(running, folder)),
    await inventConsent(running),
    scene('composer-send', 'composer', press(/^Send to/)),
    scene('composer-template', 'composer', chooseMore('Save as template')),
    scene('composer-link', 'composer', chooseMore('Make a public link')),
    scene('composer-replace', 'composer', chooseMore('Replace the file')),
    {
      ...scene('link-edit', 'link', async () => undefined),
      path: `${pages.find((one) => one.name === 'link')?.path}/edit`,
    },
    scene('document-reminders', 'document-waiting', press('Change reminders')),
    scene('document-menu', 'document-waiting', press('More actions')),
    scene('document-contact', 'document-waiting', chooseOf(/^More for Anna Ek/, 'Change contact details')),
    scene('document-links', 'document-waiting', chooseOf('More actions', 'Signing links')),
    scene('document-withdraw', 'document-waiting', chooseOf('More actions', 'Withdraw')),
    scene('document-large', 'document-waiting', async (page) => {
      await page.getByRole('button', { name: 'View document' }).last().click();
      await page.locator('.preview-pages .page-picture[data-outcome="drawn"]').first().waitFor();
    }),
  ];
}

async function inventChecks(running: TestService, folder: string): Promise<readonly Scene[]> {
  const form = await inviteWith(running, folder, { names: Object.values(TRIGGERS) });
  const pay = await inviteWith(running, folder, {
    signee: { payment: { amount: 12_000, currency: 'sek', description: 'Deposit' } },
  });
  const face = await inviteWith(running, folder, { signee: { signatureType: 'face_liveness' } });
  const electronicId = await inviteWith(running, folder, {
    signee: { signatureType: 'bankid_identification' },
  });
  const check = (name: string, path: string, act: Scene['act']): Scene => ({
    name: `check-${name}`,
    path,
    isPublic: true,
    act,
  });
  return [
    ...Object.entries(TRIGGERS).map(([name, field]) =>
      check(name, form, (page) =>
        page
          .getByRole('main')
          .getByRole('button', { name: new RegExp(`^${field.split('|')[0]}`) })
          .click(),
      ),
    ),
    check('payment', pay, (page) => guideButton(page).click()),
    check('scan-for-face', face, (page) => guideButton(page).click()),
    check('electronic-id', electronicId, async (page) => {
      await guideButton(page).click();
      await page.getByRole('dialog').getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Sign document' }).click();
    }),
  ];
}

interface Invitation {
  readonly names?: readonly string[];
  readonly signee?: object;
}

/** Returns the path of a signing link. */
async function inviteWith(
  { client }: TestService,
  folder: string,
  { names = [], signee = {} }: Invitation,
): Promise<string> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([595, 842]);
  for (const [index, name] of names.entries()) {
    const field = pdf.getForm().createTextField(name);
    field.addToPage(page, { x: 50, y: 700 - index * 60, width: 300, height: 30 });
  }
  const path = join(folder, 'form.pdf');
  writeFileSync(path, await pdf.save());
  const { fileId } = (await client.upload<{ fileId: string }>(path)).body;
  const emailAddress = `${crypto.randomUUID()}@example.com`;
  const signeeDetails = [{ fullName: 'Anna Ek', emailAddress, signaturePlacement: 'new_page', ...signee }];
  const { body } = await client.post<{ documentId: string }>(
    '/v1/docs',
    documentBody(fileId, { signeeDetails }),
  );
  await waitForStatus(client, body.documentId, 'awaiting_signatures');
  return readInvitation(client, emailAddress);
}

async function inventVerifications({ client }: TestService, folder: string): Promise<readonly Scene[]> {
  const [, sealed] = await signOne(client);
  const changed = Buffer.from(sealed);
  changed[11] = (changed[11] ?? 0) ^ 1;
  return Object.entries({ sealed, changed }).map(([name, bytes]) => {
    const path = join(folder, `${name}.pdf`);
    writeFileSync(path, bytes);
    return {
      name: `verify-${name}`,
      path: '/verify',
      isPublic: true,
      act: async (page) => {
        const before = await page.locator('h1').innerText();
        await page.locator('input[type=file]').setInputFiles(path);
        await page.locator('h1').filter({ hasNotText: before }).waitFor();
      },
    };
  });
}

async function inventConsent({ baseUrl }: TestService): Promise<Scene> {
  const redirectUri = 'https://archive.example/callback';
  const response = await fetch(`${baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Archive', redirect_uris: [redirectUri] }),
  });
  const { client_id } = (await response.json()) as { client_id: string };
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id, redirect_uri: redirectUri, scope: 'read write', state: 'abc' },
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  return {
    name: 'consent',
    path: `/oauth?${query}`,
    isPublic: false,
    act: (page) => page.waitForURL('**/consent/*'),
  };
}
