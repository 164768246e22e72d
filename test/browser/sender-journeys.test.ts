import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadFixture, waitFor } from '../service/journey-steps.ts';
import { type ServiceProcess, startProcess } from '../service/start-process.ts';
import { anyDatabase, listenSettings, prepareEnvironment } from '../service/start-service.ts';
import { DESKTOP, noBrowserReason, shareChromium, TABLET } from './chromium.ts';
import { openAsSender, openAsSignee } from './open-as-people.ts';
import { defineSenderJourneys } from './sender-journeys.contract.ts';
import { finishSigning, signByTyping } from './sign-like-a-person.ts';
import { throttle } from './slow-line/measure-first-page.ts';

const SLOW_LINE = { kilobitsPerSecond: 400, latencyMs: 400 };

// In the other languages, on other devices: sender-journeys.long.test.ts.
defineSenderJourneys([{ language: 'sv', device: 'a tablet', options: TABLET, pointer: 'touch' }]);

describe.skipIf(noBrowserReason !== null)(`journeys of senders ${noBrowserReason ?? ''}`, () => {
  let browser: Browser;
  let place: Awaited<ReturnType<typeof prepareEnvironment>>;
  let settings: Readonly<Record<string, string>>;
  let running: ServiceProcess;

  beforeAll(async () => {
    place = await prepareEnvironment(anyDatabase);
    // The same port again after it was killed: pages have its address.
    settings = { ...(await listenSettings()), ...place.env };
    [browser, running] = await Promise.all([shareChromium(), startProcess(settings)]);
  });
  afterAll(async () => {
    await running?.stop('SIGTERM');
    await place?.remove();
  });

  it('on a slow line the panels of the composer work before the document is there, and the list opens', async () => {
    const fileId = await uploadFixture(running.client, 'plain/two-pages.pdf');
    const { body } = await running.client.post<{ draftId: string }>('/v1/docs/drafts', {
      ...{ fileId, name: 'Slow', signeeDetails: [{ fullName: 'Ada', emailAddress: 'ada@example.com' }] },
    });
    const { page, problems } = await openAsSender(browser, running, DESKTOP, 'en', '/links');
    const endThrottle = await throttle(page, SLOW_LINE);
    await page.goto(`${running.baseUrl}/drafts/${body.draftId}`, { waitUntil: 'commit' });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Ek');
    expect(await page.locator('.composer-picture[data-outcome=drawn]').count()).toBe(0);
    await page.locator('.composer-save-state.is-saved').waitFor();
    await page.getByRole('link', { name: 'Back to documents' }).click();
    await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Drafts' }).click();
    await page.getByRole('link', { name: 'Slow' }).click();
    await endThrottle();
    await page.locator('.composer-picture[data-outcome=drawn]').first().waitFor();
    await page.getByRole('button', { name: 'Signature for Ada Ek' }).press('Enter');
    await page.getByRole('button', { name: 'Signature of Ada Ek, page 1' }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('a killed service loses nothing of what is composed or signed, and the pages go on when it is back', async () => {
    const emailAddress = 'journey-killed@example.com';
    const fileId = await uploadFixture(running.client, 'plain/a4.pdf');
    const { body: draft } = await running.client.post<{ draftId: string }>('/v1/docs/drafts', {
      ...{ fileId, name: 'Before' },
    });
    await running.client.post('/v1/docs', {
      ...{ fileId, name: 'Contract' },
      signeeDetails: [{ fullName: 'Ada Ek', emailAddress, signaturePlacement: 'new_page' }],
    });
    const sender = await openAsSender(browser, running, DESKTOP, 'en', `/drafts/${draft.draftId}`);
    await sender.page.locator('.composer-save-state.is-saved').waitFor();
    const signee = await openAsSignee(browser, running, emailAddress, DESKTOP);
    await signByTyping(signee.page, 'Ada Ek');

    await running.stop('SIGKILL');
    await sender.page.getByLabel('Name of the document').fill('While it was down');
    await sender.page.getByText('Not saved yet: the service cannot be reached.').waitFor();
    await finishSigning(signee.page);
    await signee.page
      .getByText('The service could not be reached. What you have filled in is kept.')
      .waitFor();

    running = await startProcess(settings);
    await sender.page.locator('.composer-save-state.is-saved').waitFor();
    const saved = await running.client.get<{ name: string }>(`/v1/docs/drafts/${draft.draftId}`);
    expect(saved.body.name).toBe('While it was down');
    await signee.page.getByRole('button', { name: 'Sign document' }).click();
    await signee.page.getByRole('heading', { name: 'You have signed' }).waitFor();
    await waitFor('the document to be sealed', async () => {
      const { body } = await running.client.get<{ documents: { name: string; status: string }[] }>(
        '/v1/docs',
      );
      return body.documents.find(({ name }) => name === 'Contract')?.status === 'completed' ? true : null;
    });
    expect([...sender.problems, ...signee.problems]).toEqual([]);
    await sender.page.context().close();
    await signee.page.context().close();
  });
});
