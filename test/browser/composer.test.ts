import { readFile } from 'node:fs/promises';
import { inlineToolkit } from '@countersign/toolkit';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { signIn } from '../service/api-client.ts';
import {
  readInvitation,
  signByHand,
  uploadFixture,
  waitFor,
  waitForStatus,
} from '../service/journey-steps.ts';
import { shareService } from '../service/share-service.ts';
import { anyDatabase, type TestService } from '../service/start-service.ts';
import { DESKTOP, noBrowserReason, openPage, PHONE, shareChromium, TABLET } from './chromium.ts';
import { dragOnto, rectOf, waitUntilSaved } from './composer-page.ts';
import { findBarriers } from './find-barriers.ts';

/** Milliseconds. */
const PATIENCE_MS = 15_000;
/** Bytes. Scripts and styles of the shell and the composer, compressed, without pdf.js. */
const MAX_PAGE_BYTES = 120 * 1024;
/** Of 255. */
const LIGHT = 200;
/** Pixels from the top of an input to its first line. */
const FIRST_LINE = 20;
const POINTS_PER_MM = 72 / 25.4;
/** More controls than the page has. */
const MAX_STEPS = 200;
const PDF_SCRIPTS = /\/(open-pdf|pdf-worker|pdfjs)-/;

interface Box {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

interface Draft {
  readonly name: string;
  readonly fields?: readonly { readonly name: string; readonly value: string }[];
  readonly signeeDetails: readonly {
    readonly fullName?: string;
    readonly signaturePlacement: string;
    readonly signatureBox?: Box;
    readonly furtherBoxes?: readonly Box[];
  }[];
}

describe.skipIf(noBrowserReason !== null)(`the composer ${noBrowserReason ?? ''}`, () => {
  let browser: Browser;
  let running: TestService;

  beforeAll(async () => {
    [browser, running] = await Promise.all([shareChromium(), shareService(anyDatabase)]);
    cookie = (await signIn(running.baseUrl)).cookie() ?? '';
  });
  afterAll(async () => {
    await running?.close();
  });

  let cookie: string;

  /** One session for all pages: signing in is limited. */
  const openSignedIn = async (options: BrowserContextOptions) => {
    const [page, problems] = await openPage(browser, options);
    page.setDefaultTimeout(PATIENCE_MS);
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: running.baseUrl }]);
    return { page, problems };
  };

  const openDraft = async (options: BrowserContextOptions, changes: object = {}, language = 'en') => {
    await running.client.patch('/v1/users/me', { language });
    const fileId = await uploadFixture(running.client, 'plain/two-pages.pdf');
    const signeeDetails = [
      { fullName: 'Ada', emailAddress: 'ada@example.com', signatureBox: { page: 0, x: 60, y: 600 } },
      { fullName: 'Bo', emailAddress: 'bo@example.com', signatureBox: { page: 0, x: 300, y: 640 } },
    ];
    const body = { fileId, name: 'Lease', signeeDetails, ...changes };
    const { body: draft } = await running.client.post<{ draftId: string }>('/v1/docs/drafts', body);
    const { page, problems } = await openSignedIn(options);
    await page.goto(`${running.baseUrl}/drafts/${draft.draftId}`);
    await page.locator('.composer-person, .composer-chip').first().waitFor();
    const read = async () => (await running.client.get<Draft>(`/v1/docs/drafts/${draft.draftId}`)).body;
    return { page, problems, draftId: draft.draftId, read };
  };

  const boxesOf = async (read: () => Promise<Draft>) =>
    (await read()).signeeDetails.map(({ signatureBox }) => signatureBox);

  it('[check 7] covers no control by what is selected, at 1280 x 800 in the dark, and has light controls on paper', async () => {
    const { page, problems } = await openDraft({ ...DESKTOP, colorScheme: 'dark' });
    await waitForPages(page);
    await rememberReachable(page);
    await boxOf(page, 'Ada').click();
    await page.getByRole('toolbar', { name: 'Selected field' }).waitFor();
    expect(await coveredSince(page)).toEqual([]);
    const scheme = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).colorScheme);
    // An unticked radio of the dark theme looked ticked on white paper.
    expect([await scheme('.composer-page'), await scheme('html')]).toEqual(['light', 'dark']);
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('[check 7] leaves whatever has the focus uncovered while a box is selected, for the keyboard alone', async () => {
    const { page } = await openDraft({ viewport: { width: 1280, height: 600 } });
    await waitForPages(page);
    await boxOf(page, 'Ada').click();
    await page.getByRole('toolbar', { name: 'Selected field' }).waitFor();
    const focused = page.locator(':focus');
    await page.getByRole('link', { name: 'Back to documents' }).focus();
    const reached: string[] = [];
    for (let steps = 0; steps < MAX_STEPS; steps += 1) {
      const sight = await focused.evaluate((element, firstLine) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        // The line with the caret of a text that is taller than its room.
        const onTop = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, firstLine));
        return element.contains(onTop) || onTop?.contains(element) ? 'in sight' : element.outerHTML;
      }, FIRST_LINE);
      reached.push(sight);
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement === document.body)) break;
    }
    expect(reached.length).toBeGreaterThan(20);
    expect(new Set(reached)).toEqual(new Set(['in sight']));
    await page.context().close();
  });

  it('shows the error of a prefilled field above the next one, by its label', async () => {
    const fileId = await uploadFixture(running.client, 'forms/contract.pdf');
    const { page } = await openDraft(DESKTOP, { fileId });
    await page.getByRole('textbox', { name: /^Fill in for the signer: email/i }).fill('nonsense');
    await page.getByRole('button', { name: '1 thing left' }).click();
    const problem = page.locator('.composer-field-problem');
    await problem.waitFor();
    expect(await problem.textContent()).not.toContain('svc-');
    await page.getByRole('button', { name: 'Smaller' }).click();
    // The notes, which come later in the file, were painted over it.
    await expect.poll(() => isWhollyInSight(problem)).toBe(true);
    await page.context().close();
  });

  it('desktop: two files are joined, boxes dragged and moved by keyboard, and the document sealed', async () => {
    const { page, problems } = await openSignedIn(DESKTOP);
    await page.goto(`${running.baseUrl}/new`);
    await page.getByRole('heading', { name: 'New document' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const files = ['plain/a4.pdf', 'forms/contract.pdf'].map((name) => fixturePath(name));
    await page.locator('input[type=file]').setInputFiles(files);
    await page.getByRole('button', { name: 'Move contract.pdf up' }).click();
    await page.getByRole('button', { name: 'Join and continue' }).click();
    await waitForPages(page);
    expect(await page.locator('.composer-thumbnail').count()).toBe(3);

    await addSignee(page, 'Ada Lovelace', 'composer-ada@example.com');
    await addSignee(page, 'Bo Ek', 'composer-bo@example.com');
    await page.getByRole('button', { name: /^Ada Lovelace/ }).click();
    await dragTo(page, page.getByRole('button', { name: 'Signature for Ada Lovelace' }), 0.5);
    const ada = boxOf(page, 'Ada Lovelace');
    await ada.waitFor();
    await page.getByRole('button', { name: /^Bo Ek/ }).click();
    await page.getByRole('button', { name: 'Signature for Bo Ek' }).press('Enter');
    const bo = boxOf(page, 'Bo Ek');
    await expectFocus(page, bo);
    const before = await numbersOf(page);
    await bo.press('ArrowLeft');
    await bo.press('Shift+ArrowUp');
    await bo.press('Alt+ArrowDown');
    const after = await numbersOf(page);
    const inPoints = before.map((number, at) => ((after[at] ?? 0) - number) * POINTS_PER_MM);
    expect(inPoints.map(Math.round)).toEqual([0, -1, -10, -4]);
    await page
      .getByRole('textbox', { name: /^Fill in for the signer/ })
      .first()
      .fill('Umeå');
    expect(await findBarriers(page)).toEqual([]);
    await waitUntilSaved(page);

    await page.getByRole('button', { name: 'Send to 2 people' }).click();
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.waitForURL(/\/documents\/[\w-]+$/);
    const documentId = page.url().split('/').at(-1) ?? '';
    for (const name of ['ada', 'bo']) {
      const link = await readInvitation(running.client, `composer-${name}@example.com`);
      const signed = await signByHand(running.client, link, []);
      expect(signed.status, JSON.stringify(signed.body)).toBe(200);
    }
    await waitForStatus(running.client, documentId, 'completed');
    const answer = await running.client.get(`/v1/docs/${documentId}/signed-file`);
    const sealed = await running.client.anonymous.get(answer.headers.get('location') ?? '');
    const verified = await inlineToolkit().verify({ input: sealed.bytes });
    expect(verified.signatures.map(({ valid }) => valid)).toEqual([true]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('phone: upload, one signee on a new page, send', async () => {
    const { page, problems } = await openSignedIn(PHONE);
    await page.goto(`${running.baseUrl}/new`);
    await page.locator('input[type=file]').setInputFiles(fixturePath('plain/a4.pdf'));
    await page.getByRole('button', { name: 'Add person' }).tap();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Cy');
    await waitUntilSaved(page);
    const contactMissing = page.getByText('An email address or a phone number is needed.');
    expect(await contactMissing.count(), 'a contact that there was no time to enter').toBe(0);
    const left = page.getByRole('button', { name: '1 thing left' });
    await left.tap();
    await contactMissing.waitFor();
    const address = page.getByRole('textbox', { name: 'Email address' });
    await expectFocus(page, address);
    await address.fill('composer-cy@');
    await page.getByRole('button', { name: 'Message and settings' }).tap();
    await page.getByLabel('Message to the signers').waitFor();
    await left.tap();
    await page.getByRole('button', { name: 'People' }).waitFor();
    await expectFocus(page, address);
    await address.fill('composer-cy@example.com');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Message and settings' }).tap();
    // It began where the other part had been scrolled to.
    expect(await page.locator('.composer-properties-body').evaluate((body) => body.scrollTop)).toBe(0);
    await page.getByLabel('Message to the signers').fill('Please sign.');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send to one person' }).tap();
    await page.getByRole('button', { name: 'Send now' }).tap();
    await page.waitForURL(/\/documents\/[\w-]+$/);
    const { body } = await running.client.get<Draft>(`/v1/docs/${page.url().split('/').at(-1)}`);
    expect(body).toMatchObject({ name: 'a4', signeeDetails: [{ signaturePlacement: 'new_page' }] });
    await readInvitation(running.client, 'composer-cy@example.com');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it.each(
    shareOf([
      ['a phone', { ...PHONE, viewport: { width: 375, height: 667 } }],
      ['a small phone in the dark', { ...PHONE, viewport: { width: 320, height: 568 }, colorScheme: 'dark' }],
      ['a tablet', TABLET],
    ] as const),
  )('%s: form fields are filled in one after another, full-sized', async (_, options) => {
    const fileId = await uploadFixture(running.client, 'forms/contract.pdf');
    const { page, problems, draftId } = await openDraft(options, {
      fileId,
      signeeDetails: [{ fullName: 'Ada' }],
    });
    await waitForPages(page);
    const chips = page.getByRole('button', { name: /^Fill in for the signer/ });
    const first = chips.first();
    await first.waitFor();
    // They were inputs of 12 px.
    const area = await first.evaluate((chip) => {
      const { width, height } = getComputedStyle(chip, '::before');
      return [width, height].map(Number.parseFloat);
    });
    expect(Math.min(...area)).toBeGreaterThanOrEqual(44);
    await first.tap();
    const sheet = page.getByRole('complementary', { name: 'Properties' });
    const control = sheet.locator('.composer-value :is(input, textarea, select)').first();
    await control.waitFor();
    expect((await rectOf(control)).height).toBeGreaterThanOrEqual(40);
    // Where fields lie close together is up to the file; the sheet leads from one to the next (WCAG 2.5.8, equivalent).
    const barriers = await findBarriers(page);
    expect(barriers.filter((barrier) => !/^target-size: #composer-field-/.test(barrier))).toEqual([]);
    const seen: string[] = [];
    for (;;) {
      const heading = sheet.getByRole('heading');
      seen.push((await heading.textContent()) ?? '');
      if ((await control.count()) > 0) {
        await page.waitForFunction(() => document.activeElement?.matches('input, textarea, select'));
        if (await control.evaluate((input) => input.matches('input[type=text], textarea')))
          await control.fill('Umeå');
      }
      // The field is shown above the sheet, and never under it.
      const open = page.locator('.composer-field.is-open').first();
      if ((await control.count()) > 0) await expect.poll(() => isWhollyInSight(open)).toBe(true);
      const next = sheet.getByRole('button', { name: 'Next field' });
      if (!(await next.isVisible())) break;
      await next.tap();
      await heading.getByText(seen.at(-1) ?? '', { exact: true }).waitFor({ state: 'detached' });
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(1);
    await sheet.getByRole('button', { name: 'Close' }).tap();
    await waitUntilSaved(page);
    const { body } = await running.client.get<Draft>(`/v1/docs/drafts/${draftId}`);
    expect(body.fields?.filter(({ value }) => value === 'Umeå').length).toBeGreaterThan(1);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  // The menu began left of the screen, the preview ended right of it, and "Enviar" was broken in two.
  it.each(
    shareOf([
      ['a tablet', TABLET],
      ['a phone', PHONE],
    ]),
  )(
    'on %s a box is placed where the page is tapped, and stays in sight above its properties',
    async (_, options) => {
      const signeeDetails = [{ fullName: 'Ada', emailAddress: 'ada@example.com' }];
      const { page, problems, read } = await openDraft(options, { signeeDetails });
      await waitForPages(page);
      // On slow devices the tap then focused the pages, which had come under the finger, and not the box.
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 8 });
      await page.getByRole('button', { name: 'Signature for Ada' }).tap();
      await page.getByText('Press the page where it goes: Signature.').first().waitFor();
      const shown = await rectOf(page.locator('.composer-column'));
      await page.touchscreen.tap(shown.x + shown.width / 2, shown.y + shown.height * 0.8);
      const box = page.getByRole('button', { name: 'Signature of Ada, page 1' });
      // It was below the part of the page that was shown, and the person saw a page without a box.
      await expect.poll(() => isWhollyInSight(box)).toBe(true);
      await waitFor('the box to be saved', async () =>
        (await boxesOf(read))[0] === undefined ? null : true,
      );
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );

  it('a small phone: the tools, their menu and the preview fit, in Spanish', async () => {
    const smallPhone = { ...PHONE, viewport: { width: 320, height: 568 } };
    const { page } = await openDraft(smallPhone, {}, 'es');
    const fits = async (locator: Locator) => {
      const { x, width } = await rectOf(locator);
      return x >= 0 && x + width <= 320;
    };
    const send = page.getByRole('button', { name: 'Enviar a 2 personas' });
    expect((await rectOf(send)).height).toBe(44);
    await page.getByRole('button', { name: 'Más', exact: true }).tap();
    expect(await fits(page.locator('#composer-more-panel'))).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Vista previa' }).tap();
    await page.locator('.composer-preview-page .composer-picture[data-outcome=drawn]').first().waitFor();
    expect(await fits(page.locator('.composer-preview-page').first())).toBe(true);
    await page.context().close();
  });

  it('boxes are dragged across the border of pages, aligned, pasted, given to others and undone', async () => {
    const { page, problems, read } = await openDraft(DESKTOP);
    const [ada, bo] = [boxOf(page, 'Ada'), boxOf(page, 'Bo')];
    await ada.click();
    await bo.click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Top', exact: true }).click();
    await waitUntilSaved(page);
    expect((await boxesOf(read)).map((box) => box?.y)).toEqual([640, 640]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitFor('the box to be back', async () => ((await boxesOf(read))[0]?.y === 600 ? true : null));
    await page.getByRole('button', { name: 'Redo' }).click();

    await bo.press('Escape');
    await ada.focus();
    await ada.press('PageDown');
    await waitFor('the box to be on page 2', async () =>
      (await boxesOf(read))[0]?.page === 1 ? true : null,
    );
    await page.getByRole('complementary').getByLabel('Filled in by').selectOption('Bo');
    await waitFor('the box to be given away', async () => {
      const [first, second] = (await read()).signeeDetails;
      return first?.signatureBox === undefined && second?.furtherBoxes?.[0]?.page === 1 ? true : null;
    });

    const second = page.getByRole('button', { name: 'Signature of Bo, page 2' });
    await second.focus();
    await second.press('Control+c');
    await second.press('Delete');
    await second.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Page 2', exact: true }).click();
    await page.locator('.composer-thumbnail[aria-current]', { hasText: '2' }).press('Control+v');
    await expectFocus(page, second);
    await second.press('1');
    await waitFor('the box to be given back', async () =>
      (await boxesOf(read))[0]?.page === 1 ? true : null,
    );

    await dragBetweenPages(page, boxOf(page, 'Ada'));
    await waitFor('the box to cross the border', async () =>
      (await boxesOf(read))[0]?.page === 0 ? true : null,
    );
    await dragOnto(page, boxOf(page, 'Ada'), page.getByRole('button', { name: /^Bo/ }));
    await waitFor('the box to be given to the person it was dropped on', async () =>
      (await boxesOf(read))[0] === undefined ? true : null,
    );
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('says at the box that it overlaps another one or leaves its page', async () => {
    const { page } = await openDraft(DESKTOP, {
      signeeDetails: [
        { fullName: 'Ada', emailAddress: 'ada@example.com', signatureBox: { page: 0, x: 60, y: 600 } },
        { fullName: 'Bo', emailAddress: 'bo@example.com', signatureBox: { page: 0, x: 100, y: 620 } },
        { fullName: 'Cy', emailAddress: 'cy@example.com', signatureBox: { page: 0, x: 500, y: 100 } },
      ],
    });
    await page.getByText('Overlaps another field.').first().waitFor();
    expect(await page.getByText('Overlaps another field.').count()).toBe(2);
    await page.getByText('Extends beyond the page.').waitFor();
    await page.context().close();
  });

  it('is saved as a template and as a public link, without a contact, and gets another file under its boxes', async () => {
    const fileId = await uploadFixture(running.client);
    const fields = [{ name: 'fullName|svc-input-fullname', value: 'Ada' }];
    const signatureBox = { page: 0, x: 60, y: 600, scale: 1 };
    const signeeDetails = [{ fullName: 'Tenant', signatureBox }];
    const { page, problems, draftId } = await openDraft(DESKTOP, { fileId, fields, signeeDetails });
    await waitForPages(page);
    await page.getByRole('button', { name: 'Add person' }).click();
    await waitUntilSaved(page);
    const dialog = page.getByRole('dialog');
    const choose = async (action: string) => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.locator('#composer-more-panel').getByRole('button', { name: action }).click();
    };
    await choose('Save as template');
    await dialog.getByRole('button', { name: 'Save as template' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const { templates } = (
      await running.client.get<{ templates: { templateId: string }[] }>('/v1/templates?limit=1')
    ).body;
    expect((await running.client.get(`/v1/templates/${templates[0]?.templateId}`)).body).toMatchObject({
      ...{ name: 'Lease', fileId, fields },
      signeeDetails: [{ fullName: 'Tenant', signatureBox }, { signaturePlacement: 'new_page' }],
    });

    await choose('Make a public link');
    await dialog.getByLabel('Visitors may print the document').uncheck();
    await dialog.getByRole('button', { name: 'Make a public link' }).click();
    const url = await dialog.locator('code').innerText();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const { links } = (await running.client.get<{ links: object[] }>('/v1/links?limit=1')).body;
    expect(links[0]).toMatchObject({
      ...{ url, disablePrinting: true, fields },
      signeeDetails: [{ label: 'Tenant', signatureBox }, { signaturePlacement: 'new_page' }],
    });

    const editor = await page.context().newPage();
    const [{ linkId = '' } = {}] = links as readonly { readonly linkId?: string }[];
    await editor.goto(`${running.baseUrl}/links/${linkId}/edit`);
    await waitForPages(editor);
    await editor.getByText('A visitor signs all of these').waitFor();
    await editor.getByRole('button', { name: 'Edit Tenant' }).click();
    await editor.getByLabel('Signs as').first().fill('Subtenant');
    await editor.getByLabel('Name of the document').fill('Sublease');
    await editor.getByText('Sharing and form').click();
    await editor.getByLabel('Visitors may print the document').check();
    expect(await findBarriers(editor)).toEqual([]);
    const readLink = async () =>
      (await running.client.get<{ links: object[] }>('/v1/links?limit=1')).body.links[0];
    expect(await readLink(), 'nothing before it is saved').toMatchObject({ name: 'Lease' });
    await editor.getByRole('button', { name: 'Save' }).click();
    await waitUntilSaved(editor);
    expect(await readLink()).toMatchObject({
      ...{ name: 'Sublease', url, disablePrinting: false, fields },
      signeeDetails: [{ label: 'Subtenant', signatureBox }, { signaturePlacement: 'new_page' }],
    });
    await editor.getByRole('button', { name: /^Subtenant/ }).waitFor();
    await editor.getByLabel('Name of the document').fill('Sublease of a room');
    await editor.getByRole('button', { name: 'Save' }).click();
    await waitUntilSaved(editor);
    expect(await readLink()).toMatchObject({ name: 'Sublease of a room' });
    await editor.getByRole('link', { name: 'Show public link' }).click();
    await editor.getByRole('heading', { name: 'Sublease of a room' }).waitFor();
    await editor.close();

    await choose('Replace the file');
    await dialog.locator('input[type=file]').setInputFiles(fixturePath('plain/two-pages.pdf'));
    await dialog.getByRole('button', { name: 'Replace the file' }).click();
    await dialog.waitFor({ state: 'detached' });
    await waitUntilSaved(page);
    const { body } = await running.client.get<Draft & { fileId: string }>(`/v1/docs/drafts/${draftId}`);
    expect(body.fileId).not.toBe(fileId);
    expect(body.signeeDetails).toMatchObject([{ signatureBox }, {}]);
    expect(body.fields ?? null).toBeNull();

    const missing = page.getByText('An email address or a phone number is needed.');
    expect(await missing.count(), 'a contact, which only sending takes').toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('desktop: a template is begun on the page of templates, with a role to name', async () => {
    const { page, problems } = await openSignedIn(DESKTOP);
    await page.goto(`${running.baseUrl}/templates`);
    await page.getByRole('link', { name: 'New template' }).first().click();
    await page.getByRole('heading', { name: 'New template' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.locator('input[type=file]').setInputFiles(fixturePath('plain/a4.pdf'));
    await waitForPages(page);
    const templateId = /\/templates\/([\w-]+)$/.exec(page.url())?.[1];
    await page.getByRole('button', { name: 'Signature for Person 1' }).press('Enter');
    await boxOf(page, 'Person 1').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const read = async () => (await running.client.get(`/v1/templates/${templateId}`)).body;
    await expect.poll(read).toMatchObject({
      name: 'a4',
      signeeDetails: [{ fullName: 'Person 1', signatureBox: { page: 0 } }],
    });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  // "signeeDetails is required", without a way to go on.
  it.each(
    shareOf([
      ['desktop', DESKTOP],
      ['phone', PHONE],
    ] as const),
  )(
    '%s: a template is saved by the name that is asked for, and used; Send leads to the card of the person without a contact',
    async (_, options) => {
      const signeeDetails = ['Tenant', 'Landlord'].map((fullName) => ({
        fullName,
        emailAddress: `${fullName}@example.com`,
        signaturePlacement: 'new_page',
      }));
      const { page, problems } = await openDraft(options, { signeeDetails });
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.locator('#composer-more-panel').getByRole('button', { name: 'Save as template' }).click();
      const dialog = page.getByRole('dialog');
      const name = dialog.getByRole('textbox', { name: 'Name of the template' });
      expect(await name.inputValue()).toBe('Lease');
      await name.fill('Lease of a flat');
      expect(await findBarriers(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Save as template' }).click();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.goto(`${running.baseUrl}/templates`);
      await page.getByRole('button', { name: 'Use: Lease of a flat' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Lease of a flat' }).waitFor();

      await page.getByRole('button', { name: '2 things left' }).click();
      const tenant = page
        .getByRole('group', { name: 'Tenant' })
        .getByRole('textbox', { name: 'Email address' });
      await expectFocus(page, tenant);
      await page.getByText('An email address or a phone number is needed.').first().waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await tenant.fill('template-tenant@example.com');
      await page.getByRole('button', { name: '1 thing left' }).click();
      const landlord = page.getByRole('group', { name: 'Landlord' });
      await expectFocus(page, landlord.getByRole('textbox', { name: 'Email address' }));
      await landlord.getByRole('textbox', { name: 'Email address' }).fill('template-landlord@example.com');
      await page.getByRole('button', { name: 'Send to 2 people' }).click();
      await dialog.getByRole('button', { name: 'Send now' }).click();
      await page.waitForURL(/\/documents\/[\w-]+$/);
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );

  it('phone: Send leads to the button that adds somebody where nobody is to sign', async () => {
    const { page } = await openSignedIn(PHONE);
    await page.goto(`${running.baseUrl}/new`);
    await page.locator('input[type=file]').setInputFiles(fixturePath('plain/a4.pdf'));
    await page.getByRole('button', { name: 'Message and settings' }).tap();
    await page.getByLabel('Message to the signers').waitFor();
    await page.getByRole('button', { name: '1 thing left' }).tap();
    await expectFocus(page, page.getByRole('button', { name: 'Add person' }));
    await page.context().close();
  });

  it('marks the boxes that do not fit the pages of another file, and says whose they are', async () => {
    const signeeDetails = [
      { fullName: 'Ada', emailAddress: 'ada@example.com', signatureBox: { page: 0, x: 60, y: 640 } },
      { fullName: 'Bo', emailAddress: 'bo@example.com', signatureBox: { page: 1, x: 60, y: 400 } },
    ];
    const { page, problems, read } = await openDraft(DESKTOP, { signeeDetails });
    await waitForPages(page);
    const dialog = page.getByRole('dialog');
    const replaceBy = async (name: string) => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.locator('#composer-more-panel').getByRole('button', { name: 'Replace the file' }).click();
      await dialog.locator('input[type=file]').setInputFiles(fixturePath(name));
      await dialog.getByRole('button', { name: 'Replace the file' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await replaceBy('plain/cropped.pdf');
    // The pages kept the size of those before, on which the box was.
    await page.getByText('Extends beyond the page.').waitFor();
    await page.getByRole('button', { name: /things? left/ }).click();
    await expectFocus(page, boxOf(page, 'Ada'));
    // It said to try again.
    await page.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('Ada: Extends beyond the page.').waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await boxOf(page, 'Ada').press('Delete');
    await replaceBy('plain/a4.pdf');
    // It was shown nowhere.
    await page.getByRole('button', { name: '1 thing left' }).click();
    const properties = page.getByRole('complementary', { name: 'Properties' });
    await properties.getByText('The document has no such page.').waitFor();
    await properties.getByLabel('Page', { exact: true }).fill('1');
    await waitFor('the box to be on the only page', async () =>
      (await boxesOf(read))[1]?.page === 0 ? true : null,
    );
    await properties.getByText('The document has no such page.').waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('loses nothing by a reload, and lets the person decide when another tab has changed the draft', async () => {
    const { page, draftId, read } = await openDraft(DESKTOP);
    await page.getByRole('button', { name: 'Edit Bo' }).click();
    await page.getByRole('textbox', { name: 'Email address' }).fill('half@');
    await page.getByText('Saved, except what is marked').waitFor();
    await page.reload();
    await waitForPages(page);
    await page.getByRole('button', { name: 'Edit Bo' }).click();
    expect(await page.getByRole('textbox', { name: 'Email address' }).inputValue()).toBe('half@');

    await running.client.patch(`/v1/docs/drafts/${draftId}`, { name: 'Changed elsewhere' });
    await page.getByLabel('Name of the document').fill('Mine');
    await page.getByText('This draft was changed elsewhere').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    // It offered to send, and then said to try again in a moment.
    await page.getByRole('textbox', { name: 'Email address' }).fill('bo@example.com');
    await page.getByRole('button', { name: 'Send to 2 people' }).click();
    await page.getByRole('dialog').getByText('This draft was changed elsewhere').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await waitFor('mine to be saved', async () => ((await read()).name === 'Mine' ? true : null));
    await page.context().close();
  });

  it('has the name of the document in the title of its tab', async () => {
    const { page } = await openDraft(DESKTOP);
    // Every tab with a draft was "Draft".
    await page.waitForFunction(() => document.title === 'Lease – Countersign');
    await page.getByLabel('Name of the document').fill('Sublease');
    await page.waitForFunction(() => document.title === 'Sublease – Countersign');
    await page.context().close();
  });

  it('keeps the focus and the box in sight when boxes are moved, pasted and removed by keyboard', async () => {
    const signeeDetails = ['Ada', 'Bo'].map((fullName, index) => ({
      fullName,
      emailAddress: `${fullName}@example.com`,
      ...(index === 0 ? { signatureBox: { page: 0, x: 60, y: 720 } } : { signaturePlacement: 'new_page' }),
    }));
    const { page, problems, read } = await openDraft(DESKTOP, { signeeDetails });
    await waitForPages(page);
    const ada = boxOf(page, 'Ada');
    await ada.press('PageDown');
    // The view was at the top of the page, and the box below it.
    await page.getByRole('button', { name: 'Signature of Ada, page 2' }).waitFor();
    await expect.poll(() => isWhollyInSight(ada)).toBe(true);
    await ada.press('Control+c');
    await ada.press('Control+v');
    // The focus stayed on the box that was copied, which the pasted one hid.
    const copy = page.locator('.composer-mark:focus');
    await expect.poll(() => ada.count()).toBe(2);
    await expect.poll(() => isWhollyInSight(copy)).toBe(true);
    await waitUntilSaved(page);
    expect(await page.locator('.composer-mark-warning').count()).toBe(0);
    const [first] = (await read()).signeeDetails;
    expect([first?.signatureBox?.page, first?.furtherBoxes?.[0]?.page]).toEqual([1, 1]);
    await copy.press('Delete');
    // It was on the heading of the page.
    await expectFocus(page, ada);
    // Pasting worked only while the focus was on a box.
    await page.getByRole('button', { name: 'Page 1', exact: true }).press('Enter');
    await page.locator('.composer-thumbnail[aria-current]', { hasText: '1' }).press('Control+v');
    await expectFocus(page, page.getByRole('button', { name: 'Signature of Ada, page 1' }));
    await page.keyboard.press('Delete');
    await expectFocus(page, page.locator('.composer-column'));
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('names every radio button of a form by its option', async () => {
    const fileId = await uploadFixture(running.client, 'forms/contract.pdf');
    const { page } = await openDraft({ ...DESKTOP, colorScheme: 'dark' }, { fileId });
    await page.getByRole('button', { name: 'Page 2', exact: true }).click();
    const buttons = page.getByRole('radio', { name: /^Fill in for the signer: Payment/ });
    await buttons.first().waitFor();
    const names = await buttons.evaluateAll((found) => found.map((button) => button.ariaLabel));
    expect(names.length).toBeGreaterThan(1);
    // All were "payment".
    expect(new Set(names).size).toBe(names.length);
    // In the dark, the light ring on a dark button looked ticked on white paper.
    const { data, info } = await sharp(await buttons.first().screenshot())
      .raw()
      .toBuffer({ resolveWithObject: true });
    const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
    expect(Math.min(...data.subarray(middle, middle + 3))).toBeGreaterThan(LIGHT);
    await page.context().close();
  });

  it('writes nothing when a draft is opened and closed again', async () => {
    const { page, problems } = await openDraft(DESKTOP);
    // It was nowhere, so that screen readers did not say which page had come.
    await expectFocus(page, page.getByRole('heading', { level: 1, name: 'Lease' }));
    const methods = new Set<string>();
    page.on('request', (request) => methods.add(request.method()));
    await page.reload();
    await waitForPages(page);
    expect(await page.locator('.composer-save-state').textContent()).toBe('Saved');
    // Leaving saves what is not saved yet.
    await page.getByRole('link', { name: 'Back to documents' }).click();
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    expect([...methods]).toEqual(['GET']);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('tablet: turned, or shown again, it shows the page that it showed before', async () => {
    const fileId = await uploadFixture(running.client, 'plain/cropped.pdf');
    const { page, problems } = await openDraft(TABLET, { fileId, signeeDetails: [{ fullName: 'Ada' }] });
    await waitForPages(page);
    const shownPage = () =>
      page.evaluate(() => {
        const { left, top, height } = document.querySelector('.composer-column')?.getBoundingClientRect() ?? {
          ...{ left: 0, top: 0, height: 0 },
        };
        const middle = document.elementsFromPoint(left + 100, top + height / 2);
        return middle.find((element) => element.matches('.composer-page'))?.ariaLabel;
      });
    await page.locator('.composer-column').evaluate((column) => {
      column.scrollTop = column.scrollHeight / 2 - column.clientHeight / 2;
    });
    await expect.poll(shownPage).toBe('Page 3 of 5');
    // It was another page, and many pages away in long files.
    await page.setViewportSize({ width: 1180, height: 820 });
    await page.locator('.composer-thumbnails').waitFor();
    await expect.poll(shownPage).toBe('Page 3 of 5');
    await page.setViewportSize({ width: 820, height: 1180 });
    await page.locator('.composer-thumbnails').waitFor({ state: 'detached' });
    await expect.poll(shownPage).toBe('Page 3 of 5');
    // The sheet takes the lower half.
    await page.getByRole('button', { name: 'People', exact: true }).tap();
    await page.getByRole('button', { name: 'Add person' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).tap();
    await expect.poll(shownPage).toBe('Page 3 of 5');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('takes a file whose name has characters that nobody sees', async () => {
    const { page } = await openSignedIn(DESKTOP);
    await page.goto(`${running.baseUrl}/new`);
    const buffer = await readFile(fixturePath('plain/a4.pdf'));
    const name = '\u202ELease\u200B 2027.pdf';
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer });
    // It was refused: "file contains U+202E ... Remove it."
    await page.getByRole('heading', { level: 1, name: 'Lease 2027', exact: true }).waitFor();
    await page.context().close();
  });

  it('tablet: a finger drags a box', async () => {
    const { page, read } = await openDraft(TABLET);
    const box = boxOf(page, 'Ada');
    await box.waitFor();
    // A page that is drawn later moves the box away from the finger.
    await waitForPages(page);
    // What is not selected scrolls with the page.
    await box.tap();
    await page.getByRole('complementary', { name: 'Properties' }).waitFor();
    await touchDrag(page, box, 80, -120);
    await waitFor('the box to have moved', async () => {
      const [moved] = await boxesOf(read);
      return moved !== undefined && moved.x > 60 && moved.y < 600 ? true : null;
    });
    expect(await findBarriers(page)).toEqual([]);
    await page.context().close();
  });

  it.each(
    shareOf([
      ['en', 'light', 'People'],
      ['sv', 'dark', 'Personer'],
      ['es', 'light', 'Personas'],
    ] as const),
  )('is there in %s, %s, without barriers', async (language, colorScheme, heading) => {
    const { page, problems } = await openDraft({ ...DESKTOP, colorScheme }, {}, language);
    await waitForPages(page);
    await page.getByRole('heading', { name: heading }).waitFor();
    await page.locator('.composer-mark').first().focus();
    expect(await findBarriers(page)).toEqual([]);
    await page.goto(`${running.baseUrl}/new`);
    await page.locator('input[type=file]').waitFor({ state: 'attached' });
    expect(await findBarriers(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is light: its scripts and styles are below 120 KB compressed, without pdf.js', async () => {
    const { page } = await openDraft(DESKTOP);
    await waitForPages(page);
    const loaded = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => ({ name: entry.name, size: (entry as PerformanceResourceTiming).encodedBodySize })),
    );
    const total = loaded
      .filter(({ name }) => /\.(js|css)$/.test(name) && !PDF_SCRIPTS.test(name))
      .reduce((sum, { size }) => sum + size, 0);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThan(MAX_PAGE_BYTES);
    await page.context().close();
  });
});

async function waitForPages(page: Page): Promise<void> {
  await page.locator('.composer-page .composer-picture[data-outcome=drawn]').first().waitFor();
}

function boxOf(page: Page, name: string): Locator {
  return page.getByRole('button', { name: `Signature of ${name}, page` });
}

async function addSignee(page: Page, name: string, emailAddress: string): Promise<void> {
  await page.getByRole('button', { name: 'Add person' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Email address' }).fill(emailAddress);
}

/** Page, x, y and width of the selected box, in millimetres. */
async function numbersOf(page: Page): Promise<[number, number, number, number]> {
  const labels = ['Page', 'Left', 'Top', 'Width'];
  const values = await Promise.all(
    labels.map((label) => page.getByLabel(label, { exact: true }).inputValue()),
  );
  return values.map(Number) as [number, number, number, number];
}

async function expectFocus(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  await page.waitForFunction((target) => document.activeElement === target, await element.elementHandle());
}

/** Drags a handle of the panel onto the pages, to a share of their width. */
async function dragTo(page: Page, handle: Locator, share: number): Promise<void> {
  const from = await rectOf(handle);
  const to = await rectOf(page.locator('.composer-column'));
  await page.mouse.move(from.x + 20, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width * share, to.y + 120, { steps: 6 });
  await page.mouse.up();
}

/** Drags a box of page 2 up until the view has scrolled it onto page 1. */
async function dragBetweenPages(page: Page, box: Locator): Promise<void> {
  const from = await rectOf(box);
  const column = await rectOf(page.locator('.composer-column'));
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, column.y + 10, { steps: 6 });
  await page.waitForFunction(() => (document.querySelector('.composer-column')?.scrollTop ?? 1) === 0);
  await page.mouse.up();
}

async function touchDrag(page: Page, box: Locator, dx: number, dy: number): Promise<void> {
  const { x, y, width, height } = await rectOf(box);
  const session = await page.context().newCDPSession(page);
  const at = (step: number) => [{ x: x + width / 2 + (dx * step) / 5, y: y + height / 2 + (dy * step) / 5 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step <= 5; step += 1)
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step) });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** In its scrolled column too, and under nothing. */
function isWhollyInSight(box: Locator): Promise<boolean> {
  return box.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const corners = [
      [left + 2, top + 2],
      [right - 2, top + 2],
      [left + 2, bottom - 2],
    ] as const;
    return corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  });
}

interface WindowWithReached {
  reached?: readonly Element[];
}

/** Keeps the controls that a pointer reaches now. The properties are those of something else afterwards. */
function rememberReachable(page: Page): Promise<void> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll('.composer :is(a[href], button, input, select, textarea)');
    (globalThis as WindowWithReached).reached = [...controls].filter((control) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      const isBeside = control.closest('.composer-properties-column') !== null;
      return !isBeside && control.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  });
}

/** Returns the controls that were reached then, and are not any more. */
function coveredSince(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { reached = [] } = globalThis as WindowWithReached;
    const covered = reached.filter((control) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      return !control.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    if (reached.length < 20) return [`only ${reached.length} controls`];
    return covered.map((control) => control.outerHTML.slice(0, 200));
  });
}
