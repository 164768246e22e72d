import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../service/api-client.ts';
import {
  documentBody,
  readInvitation,
  signByHand,
  uploadFixture,
  waitForStatus,
} from '../service/journey-steps.ts';
import { shareService } from '../service/share-service.ts';
import { anyDatabase, type TestService } from '../service/start-service.ts';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium } from './chromium.ts';
import { findBarriers } from './find-barriers.ts';

const OWNER = { emailAddress: 'owner@example.com' };

describe.skipIf(noBrowserReason !== null)(`the pages of documents ${noBrowserReason ?? ''}`, () => {
  let browser: Browser;
  let running: TestService;
  let cookie: string;

  beforeAll(async () => {
    [browser, running] = await Promise.all([shareChromium(), shareService(anyDatabase)]);
    cookie = (await signIn(running.baseUrl)).cookie() ?? '';
  });
  afterAll(async () => {
    await running?.close();
  });

  /** At that address, with one session for all pages: signing in is limited. */
  async function open(path: string, options: BrowserContextOptions = DESKTOP) {
    const [page, problems] = await openPage(browser, { acceptDownloads: true, ...options });
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: running.baseUrl }]);
    await page.goto(running.baseUrl + path);
    return { page, problems };
  }
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

  async function expectNoBarriers(page: Page): Promise<void> {
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await findBarriers(page), 'light').toEqual([]);
    // Only the colors change.
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findBarriers(page, ['color-contrast']), 'dark').toEqual([]);
    const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(width[0]).toBeLessThanOrEqual(width[1] ?? 0);
  }

  async function send(name: string, changes: Record<string, unknown> = {}) {
    const emailAddress = `${randomUUID()}@example.com`;
    const signeeDetails = [{ fullName: 'Ada Lovelace', emailAddress, signaturePlacement: 'new_page' }];
    const fileId = await uploadFixture(running.client);
    const body = documentBody(fileId, { name, signeeDetails, ...changes });
    const { documentId } = (await running.client.post<{ documentId: string }>('/v1/docs', body)).body;
    await waitForStatus(running.client, documentId, 'awaiting_signatures');
    return { documentId, emailAddress };
  }
  const sign = async (emailAddress: string) =>
    signByHand(running.client.anonymous, await readInvitation(running.client, emailAddress));
  const statusOf = async (documentId: string) =>
    (await running.client.get<{ status: string }>(`/v1/docs/${documentId}`)).body.status;

  it('an empty list leads to the first document', async () => {
    const { page, problems } = await open('/documents', PHONE);
    await page.getByRole('heading', { name: 'Send your first document' }).waitFor();
    await expectNoBarriers(page);
    const link = page.getByRole('link', { name: 'Send a document' });
    expect(await link.getAttribute('href')).toBe('/new');
    expect(problems).toEqual([]);
  });

  // The counts made the chips wider after the page had scrolled to the chosen one.
  it('the chosen list of a phone is in sight with its count', async () => {
    const { page } = await open('/documents?group=drafts', PHONE);
    await page.getByText('What you begin and do not send yet is kept here.').waitFor();
    await page.waitForFunction(() => {
      const chip = document.querySelector('.group-tiles [aria-current]');
      const isCounted = chip?.querySelector('.tile-count')?.textContent !== '';
      return isCounted && (chip?.getBoundingClientRect().right ?? innerWidth) < innerWidth;
    });
  });

  it('the header and its menu fit a page that is magnified fourfold', async () => {
    const { page } = await open('/documents', { viewport: { width: 320, height: 200 } });
    await page.getByRole('button', { name: /^Account menu/ }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.getByRole('link', { name: 'Outbox of this test service' }).click();
    await heading(page, 'Outbox').waitFor();
  });

  // The words were broken into letters, "Do cu me nts", and on phones "Inställninga r".
  it('the navigation has one line on tablets and phones, in the languages with the longest words', async () => {
    const { page } = await open('/documents', { viewport: { width: 768, height: 1024 } });
    for (const [language, first] of [
      ['sv', 'Dokument'],
      ['es', 'Documentos'],
    ] as const) {
      await running.client.patch('/v1/users/me', { language });
      await page.reload();
      const links = page.locator('.app-navigation a');
      await links.filter({ hasText: first }).waitFor();
      for (const [width, height] of [
        [768, 44],
        [375, 60],
        [320, 60],
      ] as const) {
        await page.setViewportSize({ width, height: 667 });
        const heights = await links.evaluateAll((found) => found.map((link) => link.clientHeight));
        expect(new Set(heights), `${language} ${width}`).toEqual(new Set([height]));
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    }
    await running.client.patch('/v1/users/me', { language: 'en' });
  });

  it('a page that cannot be loaded while the service is down comes by itself when it is back', async () => {
    const { page, problems } = await open('/documents');
    await heading(page, 'Documents').waitFor();
    const scripts = '**/*.js';
    await page.route(scripts, (route) => route.abort());
    await page.getByRole('link', { name: 'Templates' }).click();
    await page.getByText('The service could not be reached').waitFor();
    await expectNoBarriers(page);
    await page.unroute(scripts);
    // It blamed a newer version, and stayed.
    await heading(page, 'Templates').waitFor();
    expect(problems).toEqual([]);
  });

  it('a page that comes late leaves the account menu open, and takes the focus when the menu leads to it', async () => {
    const { page, problems } = await open('/templates');
    await heading(page, 'Templates').waitFor();
    const late = Promise.withResolvers<void>();
    await page.route(/\/documents-section-[^/]*\.js$/, async (route) => {
      await late.promise;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Documents', exact: true }).click();
    await page.getByRole('button', { name: /^Account menu/ }).click();
    late.resolve();
    await heading(page, 'Documents').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    expect(await focused()).toBe('BUTTON');
    await page.getByRole('link', { name: 'Your profile' }).click();
    await heading(page, 'Profile').waitFor();
    await expect.poll(focused).toBe('H1');
    expect(await page.getByRole('link', { name: 'Your profile' }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('the sender who signs too opens the document without a code, and comes back', async () => {
    const { emailAddress } = OWNER;
    const signeeDetails = [{ fullName: 'Olle Owner', emailAddress, signaturePlacement: 'new_page' }];
    const { documentId } = await send('Contract of the sender', { signeeDetails });
    const { page } = await open(`/documents/${documentId}`);
    await page.getByText('Waiting for you to sign.').waitFor();
    // They were offered to remind themselves.
    expect(await page.getByRole('button', { name: /^Remind (?!ers)/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Sign now' }).click();
    await page.getByRole('button', { name: 'Decline to sign' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Wrong price');
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('link', { name: 'Back to your page of the document' }).click();
    await heading(page, 'Contract of the sender').waitFor();
  });

  it('the list groups and finds documents, and is current without loading it again', async () => {
    // A repetition of this test finds the documents of the first.
    const [lease, contract] = [`Lease of flat ${randomUUID()}`, `Own contract ${randomUUID()}`];
    const { documentId, emailAddress } = await send(lease);
    const mine = { fullName: 'The owner', emailAddress: OWNER.emailAddress, signaturePlacement: 'new_page' };
    await send(contract, { signeeDetails: [mine] });
    const { page, problems } = await open('/documents');
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await row(lease).getByText('Waiting for Ada Lovelace').waitFor();
    await row(contract).getByText('Your turn to sign').waitFor();
    await expectNoBarriers(page);

    await page.getByRole('link', { name: /^Your turn \d+ documents?$/ }).click();
    await row(contract).waitFor();
    expect(await row(lease).count()).toBe(0);
    await page.getByRole('link', { name: /^All \d+ documents?$/ }).click();
    await page.getByRole('searchbox', { name: 'Search documents' }).fill('flat');
    // The list is empty, too, while another one is loaded.
    await page.waitForURL('**/documents?search=flat');
    await row(lease).waitFor();
    expect(await row(contract).count()).toBe(0);
    await page.reload();
    await row(lease).getByText('0 of 1 signed').waitFor();
    // What was typed last goes along to another group, and a link to all documents clears it.
    await page.getByRole('searchbox', { name: 'Search documents' }).fill('contract');
    await page.getByRole('link', { name: /^Your turn/ }).click();
    await page.waitForURL('**/documents?group=waiting_for_me&search=contract');
    await row(contract).waitFor();
    const header = page.getByRole('navigation', { name: 'Main navigation' });
    await header.getByRole('link', { name: 'Documents' }).click();
    await row(lease).waitFor();
    expect(await page.getByRole('searchbox', { name: 'Search documents' }).inputValue()).toBe('');

    await sign(emailAddress);
    await waitForStatus(running.client, documentId, 'completed');
    await row(lease).getByText('Completed').waitFor();
    await page.getByRole('searchbox', { name: 'Search documents' }).fill('no such thing');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await row(contract).waitFor();
    // It said "SES".
    await page.goto(`${running.baseUrl}/documents/${documentId}`);
    await page.getByText('simple (SES): evidence shows who signed, when and how').waitFor();
    expect(problems).toEqual([]);
  });

  it('several documents are withdrawn and deleted at once, and refusals are explained, on a phone', async () => {
    const mark = randomUUID().slice(0, 8);
    const ids = [(await send(`Bulk one ${mark}`)).documentId, (await send(`Bulk two ${mark}`)).documentId];
    const { page, problems } = await open(`/documents?search=bulk+${mark}`, {
      ...PHONE,
      viewport: { width: 375, height: 667 },
    });
    // All can be selected once one is.
    const selectAll = async () => {
      await page.getByRole('checkbox', { name: 'Bulk one' }).tap();
      await page.getByRole('checkbox', { name: 'Select all shown' }).tap();
    };
    const act = async (action: string) => {
      await page.getByText('2 selected').waitFor();
      await expectNoBarriers(page);
      await page
        .getByRole('region', { name: 'Selected documents' })
        .getByRole('button', { name: action })
        .tap();
      await page.getByRole('dialog').getByRole('button', { name: action }).tap();
    };
    await selectAll();
    await act('Delete');
    await page.getByText('0 documents were deleted.').waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: `Bulk one ${mark}:` })
      .waitFor();
    // The reasons lay below the bar.
    await page.waitForFunction(() => {
      const report = document.querySelector('.bulk-report')?.getBoundingClientRect();
      const bar = document.querySelector('.bulk-bar')?.getBoundingClientRect();
      return report !== undefined && bar !== undefined && report.bottom <= bar.top;
    });
    // What failed is still selected.
    await act('Withdraw');
    await page.getByText('2 documents were withdrawn.').waitFor();
    expect(await Promise.all(ids.map(statusOf))).toEqual(['revoked', 'revoked']);
    await selectAll();
    await act('Delete');
    await page.getByText('2 documents were deleted.').waitFor();
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('[2.2-16] a document page says who is next and what happened, reminds, and corrects an address', async () => {
    const { documentId } = await send('Work contract', { automaticReminders: { afterDays: 3 } });
    const { documentUrl } = (await running.client.get<{ documentUrl: string }>(`/v1/docs/${documentId}`))
      .body;
    const { page, problems } = await open(new URL(documentUrl).pathname);
    await heading(page, 'Work contract').waitFor();
    await page.getByText('Waiting for Ada Lovelace to sign.').waitFor();
    await page.getByText('Invitation sent to Ada Lovelace by email').waitFor();
    await page.getByText('once, after 3 days').waitFor();
    await expectNoBarriers(page);
    await page.getByRole('button', { name: 'Change reminders' }).click();
    const reminders = page.getByRole('dialog', { name: 'Change reminders' });
    await reminders.getByLabel(/^Then every/).fill('7');
    await expectNoBarriers(page);
    await reminders.getByRole('button', { name: 'Save' }).click();
    await page.getByText('after 3 days, then every 7 days').waitFor();
    await page.getByText('changed the automatic reminders').waitFor();

    const remind = page.getByRole('button', { name: 'Remind Ada Lovelace' });
    for (const times of ['reminded once', 'reminded 2 times']) {
      await remind.click();
      await page.getByText(times).waitFor();
    }
    // It cannot be done now, so that it is not offered.
    await page.getByText(/Can be reminded again in \d+ minutes$/).waitFor();
    await remind.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'More for Ada Lovelace' }).click();
    await page.getByRole('button', { name: 'Change contact details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change contact details' });
    await dialog.getByLabel('Email address').fill('nobody');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This is not an email address.').waitFor();
    await expectNoBarriers(page);
    const corrected = `${randomUUID()}@example.com`;
    await dialog.getByLabel('Email address').fill(corrected);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText(corrected).waitFor();
    await readInvitation(running.client, corrected);
    expect(problems).toEqual([]);
  });

  it('hands out links with QR codes, and follows the document to its sealed file, on a phone', async () => {
    const { documentId, emailAddress } = await send('Phone contract');
    const { page, problems } = await open(`/documents/${documentId}`, PHONE);
    await page.getByRole('button', { name: 'More actions' }).tap();
    await page.getByRole('button', { name: 'Signing links' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Signing links' });
    // Chromium found no name: the text of the button was a live region.
    await page.context().grantPermissions(['clipboard-write']);
    await dialog.getByRole('button', { name: 'Copy' }).tap();
    await dialog.getByRole('button', { name: 'Copied' }).waitFor();
    await dialog.getByRole('button', { name: 'Show QR code' }).tap();
    await dialog.getByRole('img', { name: /^QR code: Ada Lovelace/ }).waitFor();
    expect(await dialog.locator('code').innerText()).toMatch(/\/sign\/[\w-]{20,}$/);
    await expectNoBarriers(page);
    await page.keyboard.press('Escape');
    await sign(emailAddress);
    await page.getByText(/^Everyone has signed. Sealed /).waitFor();
    await page.getByText('Ada Lovelace signed').waitFor();
    const chooseAction = async (name: string) => {
      await page.getByRole('button', { name: 'More actions' }).tap();
      await page.getByRole('button', { name, exact: true }).tap();
    };
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download signed document' }).tap(),
    ]);
    expect(file.suggestedFilename()).toBe('Phone contract.pdf');
    const [evidence] = await Promise.all([page.waitForEvent('download'), chooseAction('Download evidence')]);
    expect(evidence.suggestedFilename()).toBe('evidence.json');
    await expectNoBarriers(page);

    await chooseAction('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap();
    await heading(page, 'Documents').waitFor();
    await page.goto(`${running.baseUrl}/documents/${documentId}`);
    await heading(page, 'Not found').waitFor();
    expect(problems).toEqual([]);
  });

  it('withdraws with the keyboard alone', async () => {
    const { documentId } = await send('Keyboard contract');
    const { page, problems } = await open(`/documents/${documentId}`);
    await heading(page, 'Keyboard contract').waitFor();
    const focusOn = async (name: string) => {
      const focused = () =>
        page.evaluate(() => {
          const { activeElement } = document;
          return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
        });
      for (let presses = 0; presses < 30 && (await focused()) !== name; presses += 1)
        await page.keyboard.press('Tab');
      expect(await focused()).toBe(name);
    };
    await focusOn('More actions');
    await page.keyboard.press('Enter');
    // The arrow goes from the first item to the last.
    await page.getByRole('button', { name: 'Duplicate' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await focusOn('Withdraw');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Withdraw Keyboard contract?' }).waitFor();
    await focusOn('Withdraw');
    await page.keyboard.press('Enter');
    await page.getByText(/^Withdrawn .* It can no longer be signed\.$/).waitFor();
    expect(await statusOf(documentId)).toBe('revoked');
    expect(problems).toEqual([]);
  });

  it('one calm page for foreign, deleted and invalid addresses, in each language', async () => {
    const stranger = await running.addColleague();
    const upload = await uploadFixture(stranger);
    const created = await stranger.post<{ documentId: string }>('/v1/docs', documentBody(upload));
    const { page } = await open('/documents', PHONE);
    for (const id of [created.body.documentId, randomUUID(), 'nonsense']) {
      await page.goto(`${running.baseUrl}/documents/${id}`);
      await heading(page, 'Not found').waitFor();
    }
    // The choice is stored with the user: waited for, so that the next page is in English again.
    const choose = async (select: Locator, language: string) => {
      const stored = page.waitForResponse((response) => response.request().method() === 'PATCH');
      await select.selectOption(language);
      expect((await stored).ok()).toBe(true);
    };
    for (const [locale, title] of [
      ['sv', 'Hittades inte'],
      ['es', 'No encontrado'],
    ] as const) {
      await page.getByRole('button', { name: /^Account menu/ }).tap();
      await choose(page.getByLabel('Language'), locale);
      await page.keyboard.press('Escape');
      await heading(page, title).waitFor();
      await expectNoBarriers(page);
      await page.reload();
      await heading(page, title).waitFor();
      await page.locator('.account-button').tap();
      await choose(page.locator('.account-language select'), 'en');
      await page.keyboard.press('Escape');
      await heading(page, 'Not found').waitFor();
    }
  });

  it('drafts, templates and public links are used, shared, copied and deleted', async () => {
    const fileId = await uploadFixture(running.client, 'plain/a4.pdf');
    const role = { signaturePlacement: 'new_page' };
    await running.client.post('/v1/docs/drafts', { name: 'Half done', fileId });
    await running.client.post('/v1/templates', {
      ...{ name: 'Standard lease', fileId, signeeDetails: [{ ...role, fullName: 'Tenant' }] },
    });
    const link = await running.client.post<{ linkId: string; url: string }>('/v1/links', {
      ...{ name: 'House rules', fileId, signeeDetails: [{ ...role, label: '' }] },
    });
    const { page, problems } = await open('/documents?group=drafts');
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    const choose = async (name: string, action: string) => {
      await row(name)
        .getByRole('button', { name: `More for ${name}` })
        .click();
      await row(name)
        .getByRole('button', { name: `${action}: ${name}` })
        .click();
    };
    expect(await row('Half done').getByRole('link').getAttribute('href')).toMatch(/^\/drafts\//);
    await expectNoBarriers(page);
    await choose('Half done', 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No drafts' }).waitFor();

    await page.getByRole('link', { name: 'Templates' }).click();
    await choose('Standard lease', 'Share with colleagues');
    await page.getByText('Colleagues see Standard lease now').waitFor();
    await row('Standard lease').getByText('Shared', { exact: true }).waitFor();
    await expectNoBarriers(page);
    await row('Standard lease').getByRole('button', { name: 'Use: Standard lease' }).click();
    await page.waitForURL(/\/drafts\/[0-9a-f-]{36}$/);

    await page.goBack();
    await row('Standard lease').getByRole('link', { name: 'Standard lease' }).click();
    await page.getByRole('button', { name: /^Tenant/ }).waitFor();
    await page.locator('.composer-save-state.is-saved').waitFor();
    await page.getByRole('textbox', { name: 'Signs as' }).fill('Lodger');
    await page.getByText('signs on an added page').waitFor();
    // It does nothing before the pages are open.
    await page.getByRole('button', { name: 'Signature for Lodger', disabled: false }).press('Enter');
    await page.getByText('Not saved yet').waitFor();
    await expectNoBarriers(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.composer-save-state.is-saved').waitFor();
    const { body } = await running.client.get<object>(`/v1/templates/${page.url().split('/').at(-1)}`);
    expect(body).toMatchObject({
      ...{ name: 'Standard lease', sharingSetting: 'shared', fileId },
      signeeDetails: [{ fullName: 'Lodger', signatureBox: { page: 0 } }],
    });

    await page.goto(`${running.baseUrl}/links`);
    await row('House rules').getByText('Signed 0').waitFor();
    await expectNoBarriers(page);
    await page.getByRole('link', { name: 'House rules' }).click();
    await page.getByText(link.body.url).waitFor();
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
    await page.getByRole('img', { name: /^QR code/ }).waitFor();
    await expectNoBarriers(page);
    await page.getByRole('button', { name: 'More for House rules' }).click();
    await page.getByRole('button', { name: /^Close link/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close link' }).click();
    await page.getByText('Closed', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'More for House rules' }).click();
    await page.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No public links yet' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('mails to owners lead here', async () => {
    const { documentId, emailAddress } = await send('Mailed contract', { notifyOwner: true });
    await sign(emailAddress);
    await waitForStatus(running.client, documentId, 'completed');
    const { body } = await running.client.get<{ text: string }[]>(
      `/outbox/messages?to=${OWNER.emailAddress}`,
    );
    const path = `/documents/${documentId}`;
    expect(body.some(({ text }) => text.includes(running.baseUrl + path))).toBe(true);
    const { page } = await open(path);
    await heading(page, 'Mailed contract').waitFor();
  });
});
