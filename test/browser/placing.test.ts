import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../service/api-client.ts';
import { anyDatabase, startService, type TestService } from '../service/start-service.ts';
import { DESKTOP, noBrowserReason, PHONE } from './chromium.ts';
import {
  dragOnto,
  openNewDraft,
  rectOf,
  type StoredField,
  type StoredSignee,
  waitUntilSaved,
} from './composer-page.ts';

/** Some kinds of fields need a provider. */
const PROVIDERS = { ID_SCAN: 'built-in', E_ID_PROVIDER: 'sandbox' };
const EMPTY_PAGES = 'plain/two-pages.pdf';
const ADA = { fullName: 'Ada', emailAddress: 'ada@placing.example', signaturePlacement: 'new_page' };
const BO = { ...ADA, fullName: 'Bo', emailAddress: 'bo@placing.example' };
/** Each way takes seconds, and minutes on a busy machine. */
const MAX_MS = 300_000;
/** Points: further than a mark snaps. */
const SNAP = 12;
const MILLIMETRE = 72 / 25.4;

interface ExpectedField {
  readonly name: string;
  readonly [member: string]: unknown;
}

/** What the palette calls a kind, and what the service stores of it. */
const BOXES: Readonly<Record<string, object>> = {
  Signature: { scale: 1 },
  Initials: { kind: 'initials', scale: 1 },
};
const LINE = { type: 'textField', width: 150, height: 20, required: true };
const FIELDS: Readonly<Record<string, ExpectedField>> = {
  'Date signed': { ...LINE, name: 'Date signed|svc-date-now', width: 90 },
  Date: { ...LINE, name: 'Date', width: 90, dateFormat: 'YYYY-MM-DD' },
  Name: { ...LINE, name: 'Name|svc-input-fullname' },
  Email: { ...LINE, name: 'Email|svc-format-email' },
  Text: { ...LINE, name: 'Text' },
  'Mobile number': { ...LINE, name: 'Mobile number|svc-format-mobile' },
  Checkbox: { name: 'Checkbox', type: 'checkbox', width: 14, height: 14, required: false },
  'One choice': {
    name: 'One choice',
    type: 'radioButton',
    required: true,
    buttons: ['Option 1', 'Option 2'].map((value) => ({ value, width: 14, height: 14 })),
  },
  'Drop-down': {
    ...LINE,
    name: 'Drop-down',
    type: 'combobox',
    options: [{ label: 'Option 1' }, { label: 'Option 2' }],
  },
  'Long text': { ...LINE, name: 'Long text', multiline: true, width: 240, height: 64 },
  List: {
    ...LINE,
    name: 'List',
    type: 'listbox',
    height: 64,
    options: [{ label: 'Option 1' }, { label: 'Option 2' }],
  },
  Attachment: { ...LINE, name: 'Attachment|svc-upload-attachment[1]|svc-uploaded-attachmentname[1]' },
  'Organisation number': {
    ...LINE,
    name: 'Organisation number|svc-orgnumber-verification[2]|svc-verified-orgnumber[2]',
  },
  'ID scan': { ...LINE, name: 'ID scan|svc-scan-id[3]', height: 100 },
};
const KINDS = [...Object.keys(BOXES), ...Object.keys(FIELDS)];
/** Keys of the palette while the focus is on the pages. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ Signature: 's', Initials: 'i', 'Date signed': 'd', Name: 'n', Text: 't', Checkbox: 'c' },
};

interface DocumentField {
  readonly name: string;
  readonly signeeId?: string;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Points from the top left corner of page 1: two columns, with room for the largest kind. */
const middleOf = (index: number): Point => ({
  x: index % 2 === 0 ? 150 : 440,
  y: 60 + Math.floor(index / 2) * 84,
});

describe.skipIf(noBrowserReason !== null)(`placing in the composer ${noBrowserReason ?? ''}`, () => {
  let running: TestService;
  let cookie: string;

  beforeAll(async () => {
    running = await startService(anyDatabase, PROVIDERS);
    cookie = (await signIn(running.baseUrl)).cookie() ?? '';
  });
  afterAll(async () => {
    await running?.close();
  });

  const open = (
    options: typeof DESKTOP,
    signeeDetails: readonly object[] = [ADA, BO],
    changes: object = {},
  ) => openNewDraft(running, cookie, options, { file: EMPTY_PAGES, signeeDetails, changes });

  const ofPalette = (page: Page, kind: string) =>
    page.getByRole('button', { name: `${kind} for Ada`, exact: true });

  it('[D10-02] [D10-10] places every kind by mouse, dragged or pressed, where the pointer was', {
    timeout: MAX_MS,
  }, async () => {
    const { page, problems, read } = await open(DESKTOP);
    await page.getByRole('button', { name: 'More fields' }).click();
    for (const [index, kind] of KINDS.entries()) {
      const handle = await rectOf(ofPalette(page, kind));
      const goal = await onScreen(page, middleOf(index));
      await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
      await page.mouse.down();
      if (index % 2 === 1) await page.mouse.up();
      await page.mouse.move(goal.x, goal.y, { steps: 4 });
      if (index % 2 === 1) await page.mouse.down();
      await page.mouse.up();
      await page.locator('.composer-mark.is-selected').first().waitFor();
      expect(await page.locator('.composer-mark-item').count()).toBe(countPlaces(index + 1));
    }
    await waitUntilSaved(page);
    const [ada] = (await read()).signeeDetails;
    expectEveryKind(ada);
    for (const [index, middle] of middlesOf(ada).entries()) {
      expect(Math.abs(middle.x - middleOf(index).x), KINDS[index]).toBeLessThan(SNAP);
      expect(Math.abs(middle.y - middleOf(index).y), KINDS[index]).toBeLessThan(SNAP);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('[D10-02] [D10-10] places every kind by keyboard alone, in free space', {
    timeout: MAX_MS,
  }, async () => {
    const { page, problems, read } = await open(DESKTOP);
    await page.getByRole('button', { name: 'More fields' }).press('Enter');
    for (const [index, kind] of KINDS.entries()) {
      const letter = LETTERS[kind];
      if (letter === undefined) await ofPalette(page, kind).press('Enter');
      else await page.locator('.composer-column').press(letter);
      await page.locator('.composer-mark:focus').waitFor();
      expect(await page.locator('.composer-mark-item').count()).toBe(countPlaces(index + 1));
    }
    expect(await page.locator('.composer-mark-warning').allTextContents()).toEqual([]);
    await waitUntilSaved(page);
    expectEveryKind((await read()).signeeDetails[0]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('[D10-02] [D10-10] places every kind by touch on a phone, where the page is tapped', {
    timeout: MAX_MS,
  }, async () => {
    const { page, problems, read } = await open(PHONE);
    const sheet = page.getByRole('complementary', { name: 'Properties' });
    for (const [index, kind] of KINDS.entries()) {
      await ofPalette(page, kind).tap();
      const goal = await onScreen(page, middleOf(index));
      await page.touchscreen.tap(goal.x, goal.y);
      await sheet.getByRole('heading').first().waitFor();
      await sheet.getByRole('button', { name: 'Close' }).tap();
      await sheet.waitFor({ state: 'hidden' });
    }
    await waitUntilSaved(page);
    const [ada] = (await read()).signeeDetails;
    expectEveryKind(ada);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('phone: moves a field by a millimetre with the buttons of its sheet', async () => {
    const { page, problems, read } = await open(PHONE);
    await ofPalette(page, 'Text').tap();
    const goal = await onScreen(page, middleOf(0));
    await page.touchscreen.tap(goal.x, goal.y);
    const place = async () => {
      await waitUntilSaved(page);
      const [{ x = 0, y = 0 } = {}] = (await read()).signeeDetails[0]?.formFields ?? [];
      return { x, y };
    };
    const before = await place();
    const press = (name: string) => page.getByRole('button', { name, exact: true }).tap();
    await press('A little to the right');
    await press('A little down');
    await press('A little down');
    await expect
      .poll(async () => {
        const { x, y } = await place();
        return [(x - before.x) / MILLIMETRE, (y - before.y) / MILLIMETRE].map(Math.round);
      })
      .toEqual([1, 2]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('phone: two fingers change the size of the pages, and place nothing', async () => {
    const { page, problems } = await open(PHONE);
    const sheet = page.locator('.composer-page').first();
    const before = await rectOf(sheet);
    const session = await page.context().newCDPSession(page);
    const fingers = (apart: number) => [-1, 1].map((side, id) => ({ x: 195 + side * apart, y: 400, id }));
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) });
    for (const apart of [60, 80])
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect.poll(async () => ((await sheet.boundingBox())?.width ?? 0) / before.width).toBeCloseTo(2, 1);
    // The tools are as large as they were.
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
    expect(await page.locator('.composer-mark').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('[D10-01] gives fields to others by menu and by drag, changes the order of the Tab key, and sends it all', async () => {
    const at = (y: number, name: string) => ({ name, page: 0, x: 60, y, width: 150, height: 20 });
    const formFields = [300, 340, 380, 420].map((y, index) => at(y, `Field ${index + 1}`));
    const { page, problems, read } = await open(DESKTOP, [{ ...ADA, formFields }, BO]);
    const properties = page.getByRole('complementary', { name: 'Properties' });
    const named = (name: string) => page.getByRole('button', { name: new RegExp(`“${name}” of`) });
    await named('Field 1').click();
    await properties.getByLabel('Filled in by').selectOption('Bo');
    await dragOnto(page, named('Field 2'), page.getByRole('button', { name: /^Bo/ }));
    await named('Field 4').click();
    await properties.getByText('Order of filling in: 2 of 2').waitFor();
    await properties.getByRole('button', { name: 'Earlier' }).click();
    await properties.getByText('Order of filling in: 1 of 2').waitFor();
    await waitUntilSaved(page);
    const names = (await read()).signeeDetails.map((one) => one.formFields?.map(({ name }) => name));
    expect(names).toEqual([
      ['Field 4', 'Field 3'],
      ['Field 1', 'Field 2'],
    ]);
    await page.getByRole('button', { name: 'Send to 2 people' }).click();
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.waitForURL(/\/documents\/[\w-]+$/);
    const path = `/v1/docs/${page.url().split('/').at(-1)}`;
    const { signeeDetails } = (await running.client.get<{ signeeDetails: readonly StoredSignee[] }>(path))
      .body;
    const fields = (await running.client.get<readonly DocumentField[]>(`${path}/fields`)).body;
    const owners = Object.fromEntries(fields.map(({ name, signeeId }) => [name, signeeId]));
    const [first, second] = signeeDetails.map(({ signeeId }) => signeeId);
    expect(owners).toEqual({ 'Field 1': second, 'Field 2': second, 'Field 3': first, 'Field 4': first });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('[D10-18] shows all places of a text before it places at those that were chosen', async () => {
    const { page, problems, read } = await open(DESKTOP);
    await page.getByRole('button', { name: 'Place by text' }).click();
    await page.getByRole('textbox', { name: 'Text in the document' }).fill('Customer');
    await page.getByText('4 found').waitFor();
    // Those of page 1 are near enough to be shown.
    expect(await page.locator('.composer-page[aria-label^="Page 1 "] .composer-match').count()).toBe(2);
    expect(await page.locator('.composer-mark').count()).toBe(0);
    await page
      .getByRole('checkbox', { name: /^Page 2 / })
      .first()
      .uncheck();
    await page.getByLabel('What to place').selectOption('Initials');
    await page.getByLabel('Where').selectOption('Below the text');
    await page.getByRole('button', { name: 'Place all 3' }).click();
    await waitUntilSaved(page);
    const [signee] = (await read()).signeeDetails;
    const anchors = signee?.furtherBoxes?.map(({ kind, anchor }) => ({ kind, ...anchor }));
    expect(anchors).toMatchObject(
      [1, 2, 4].map((occurrence) => ({ kind: 'initials', text: 'Customer', occurrence, dx: 0 })),
    );
    expect(await page.locator('.composer-match').count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('[D10-14] [D10-15] [D10-16] [D10-19] saves copies, replies, the page afterwards and tags of "Message and settings"', async () => {
    const { page, problems, read } = await open(DESKTOP);
    await page.getByRole('button', { name: 'Message and settings' }).click();
    await page.getByRole('button', { name: 'Add a copy' }).click();
    const copy = page.getByRole('group', { name: 'Copy 1' });
    await copy.getByLabel('Email address').fill('copy@example.com');
    await copy.getByLabel('Name').fill('Cy');
    await copy.getByLabel('Language').selectOption('Svenska');
    await page.getByLabel('Replies go to').fill('replies@example.com');
    await page.getByLabel('Page after signing').fill('https://example.com/thanks');
    await page.getByText('Deadline, reminders and more').click();
    await page.getByLabel('Make fields of tags in the file').check();
    await waitUntilSaved(page);
    expect(await read()).toMatchObject({
      copies: [{ fullName: 'Cy', emailAddress: 'copy@example.com', language: 'sv' }],
      replyTo: 'replies@example.com',
      redirectUrl: 'https://example.com/thanks',
      textTags: true,
    });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('[D10-17] keeps all of it in a template and in a public link that are made of the draft', async () => {
    const placed = {
      formFields: [
        { name: 'Street|svc-search-street', page: 0, x: 60, y: 300, width: 150, height: 20, label: 'Street' },
        { name: 'Day', page: 1, x: 60, y: 340, width: 90, height: 20, dateFormat: 'DD/MM/YYYY' },
        {
          ...{ name: 'Pets', type: 'radioButton', required: true },
          buttons: [300, 320].map((y) => ({ page: 0, x: 400, y, width: 12, height: 12, value: `at ${y}` })),
        },
      ],
      furtherBoxes: [
        { kind: 'initials', page: 'all', x: 500, y: 780, scale: 1 },
        { kind: 'signature', anchor: { text: 'Customer', occurrence: 2, dx: 4, dy: 0 }, scale: 0.5 },
      ],
      signatureBox: { page: 1, x: 60, y: 600, scale: 1 },
    };
    const followUp = {
      copies: [{ emailAddress: 'copy@example.com', fullName: 'Cy', language: 'es' }],
      replyTo: 'replies@example.com',
      redirectUrl: 'https://example.com/thanks',
      textTags: true,
    };
    const signeeDetails = [{ ...ADA, ...placed, signaturePlacement: 'existing' }, BO];
    const { page, problems } = await open(DESKTOP, signeeDetails, followUp);
    const dialog = page.getByRole('dialog');
    for (const action of ['Save as template', 'Make a public link']) {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.locator('#composer-more-panel').getByRole('button', { name: action }).click();
      await dialog.getByRole('button', { name: action }).click();
      await dialog.getByRole('button', { name: 'Done' }).click();
    }
    const { templates } = (
      await running.client.get<{ templates: { templateId: string }[] }>('/v1/templates?limit=1')
    ).body;
    const { links } = (await running.client.get<{ links: { linkId: string }[] }>('/v1/links?limit=1')).body;
    const [template, link] = [`/templates/${templates[0]?.templateId}`, `/links/${links[0]?.linkId}`];
    const readBoth = () =>
      Promise.all([template, link].map(async (path) => (await running.client.get(`/v1${path}`)).body));
    const kept = { ...followUp, signeeDetails: [placed, {}] };
    expect(await readBoth()).toMatchObject([kept, kept]);
    // The editors send the whole configuration again.
    for (const path of [template, `${link}/edit`]) {
      await page.goto(running.baseUrl + path);
      await page.locator('.composer-mark').first().waitFor();
      await page.getByLabel('Name of the document').fill('Sublease');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await waitUntilSaved(page);
    }
    const saved = { ...kept, name: 'Sublease' };
    expect(await readBoth()).toMatchObject([saved, saved]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

/** A choice has two places. */
function countPlaces(kinds: number): number {
  return kinds + (kinds > KINDS.indexOf('One choice') ? 1 : 0);
}

/** The position in the window of a point of page 1, which is scrolled to if it is out of sight. */
async function onScreen(page: Page, { x, y }: Point): Promise<Point> {
  return page.locator('.composer-page[aria-label^="Page 1 "]').evaluate(
    (sheet, at) => {
      const column = sheet.closest('.composer-column') as HTMLElement;
      const scale = sheet.getBoundingClientRect().width / 595;
      const view = column.getBoundingClientRect();
      const offset = sheet.getBoundingClientRect().top + at.y * scale;
      if (offset < view.top + 60 || offset > view.bottom - 60)
        column.scrollTop += offset - (view.top + view.height / 2);
      const { left, top } = sheet.getBoundingClientRect();
      return { x: left + at.x * scale, y: top + at.y * scale };
    },
    { x, y },
  );
}

function expectEveryKind(signee: StoredSignee | undefined): void {
  expect(signee).toMatchObject({
    signaturePlacement: 'existing',
    signatureBox: { page: 0, ...BOXES.Signature },
    furtherBoxes: [{ page: 0, ...BOXES.Initials }],
  });
  const byName = (a: { readonly name: string }, b: { readonly name: string }) => (a.name < b.name ? -1 : 1);
  expect(signee?.formFields?.toSorted(byName)).toMatchObject(Object.values(FIELDS).toSorted(byName));
}

/** The middles of what was placed, in points, in the order of the kinds. */
function middlesOf(signee: StoredSignee | undefined): readonly Point[] {
  const boxes = [
    { ...signee?.signatureBox, width: 219, height: 58 },
    { ...signee?.furtherBoxes?.[0], width: 72, height: 36 },
  ];
  const fields = Object.values(FIELDS).map(({ name }) =>
    signee?.formFields?.find((field) => field.name === name),
  );
  return [...boxes, ...fields].map((one) => {
    const buttons = one !== undefined && 'buttons' in one ? (one.buttons ?? []) : [];
    const [first, last] = [buttons[0] ?? one, buttons.at(-1) ?? one];
    const { x = 0, y = 0, width = 14, height = 14 }: Partial<StoredField> = first ?? {};
    return { x: x + width / 2, y: (y + (last?.y ?? 0) + height) / 2 };
  });
}
