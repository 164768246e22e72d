import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDir } from '../../../packages/adapters/testing/temporary-dir.ts';
import { createBrowser } from '../api-client.ts';
import { waitFor } from '../journey-steps.ts';
import { type SharedService, shareService } from '../share-service.ts';
import { anyDatabase } from '../start-service.ts';
import { type AssistantAnswer, ask, sendAssisted } from './ask.ts';
import { drawContract, uploadPdf } from './contract-file.ts';

interface PublicLink {
  readonly linkId: string;
  readonly url: string;
  readonly status: string;
  readonly aiAssistant?: object;
}

describe('the assistant reads', () => {
  const folder = makeTemporaryDir();
  let running: SharedService;
  let fileId: string;
  beforeAll(async () => {
    running = await shareService(anyDatabase);
    fileId = await uploadPdf(running.client, folder.path, await drawContract());
  });
  afterAll(async () => {
    await running?.close();
    folder.remove();
  });

  const aiAssistant = { enabled: true, language: 'en' };
  const statusOf = async (documentId: string) =>
    (await running.client.get<{ aiAssistant?: { status: string } }>(`/v1/docs/${documentId}`)).body
      .aiAssistant?.status;

  it('[D11-02] the file of a public link, and its documents inherit that', async () => {
    const signeeDetails = [{ signaturePlacement: 'new_page', label: 'Tenant' }];
    const body = { fileId, name: 'Lease', signeeDetails, aiAssistant };
    const { status, body: created } = await running.client.post<PublicLink>('/v1/links', body);
    expect(status).toBe(201);
    expect(created).toMatchObject({ status: 'processing', aiAssistant });
    const getLink = () => running.client.get<PublicLink>(`/v1/links/${created.linkId}`);
    await waitFor('the reading of the link', async () =>
      (await getLink()).body.status === 'active' ? true : null,
    );
    // What is the same is not read again.
    const renamed = await running.client.put<PublicLink>(`/v1/links/${created.linkId}`, {
      ...body,
      name: 'Flat',
    });
    expect(renamed.body.status).toBe('active');

    const visitor = createBrowser(running.baseUrl, 'signing_session');
    const emailAddress = `${randomUUID()}@example.com`;
    const details = { fullName: 'Ada Łovelace', emailAddress };
    const { signingUrl } = (await visitor.post<{ signingUrl: string }>(`${created.url}/session`, details))
      .body;
    expect(await ask(visitor, signingUrl, 'How long is the notice period?')).toMatchObject({ status: 403 });
    await visitor.post(`${signingUrl}/code`, {});
    const code = await waitFor('a code', async () => {
      const { body: mails } = await running.client.get<{ text: string }[]>(
        `/outbox/messages?to=${encodeURIComponent(emailAddress)}`,
      );
      return /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0] ?? null;
    });
    await visitor.post(`${signingUrl}/code/check`, { code });
    const { body: answer } = await waitFor('an answer', async () => {
      const asked = await ask(visitor, signingUrl, 'How long is the notice period?');
      return asked.status === 200 ? asked : null;
    });
    expect(answer.quotes[0]?.text).toContain('three months');
    // Deleting the link leaves what its document reads from.
    await running.client.put(`/v1/links/${created.linkId}/disable`, {});
    expect((await running.client.delete(`/v1/links/${created.linkId}`)).status).toBe(204);
    expect((await ask(visitor, signingUrl, 'What is the rent?')).body.found).toBe(true);
  });

  it('[D11-02] a draft that is sent, and a document of a template', async () => {
    const signeeDetails = [
      { fullName: 'Ada', emailAddress: `${randomUUID()}@example.com`, signaturePlacement: 'new_page' },
    ];
    const draft = await running.client.post<{ draftId: string }>('/v1/docs/drafts', {
      ...{ fileId, name: 'Lease', signeeDetails, aiAssistant },
    });
    expect(draft.body).toMatchObject({ aiAssistant });
    const sent = await running.client.post(`/v1/docs/drafts/${draft.body.draftId}/send`, {});
    expect(sent).toMatchObject({ status: 201, body: { status: 'processing', documentUrl: null } });
    const template = await running.client.post<{ templateId: string }>('/v1/templates', {
      ...{
        fileId,
        name: 'Lease',
        aiAssistant,
        signeeDetails: [{ fullName: 'Tenant', signaturePlacement: 'new_page' }],
      },
    });
    expect(template.body).toMatchObject({ aiAssistant });
    const { templateId } = template.body;
    const made = await running.client.post('/v1/docs', { templateId, name: 'Lease', signeeDetails });
    expect(made).toMatchObject({ status: 201, body: { status: 'processing' } });
  });

  it('[D11-02] the values of the sender with the file, and new ones anew', async () => {
    const pdf = await drawContract();
    pdf
      .getForm()
      .createTextField('Parking')
      .addToPage(pdf.getPage(0), { x: 200, y: 120, width: 300, height: 20 });
    pdf.getPage(0).drawText('Parking fee for the garage:', { x: 56, y: 126, size: 11 });
    const withForm = await uploadPdf(running.client, folder.path, pdf);
    const { documentId, link, browser } = await sendAssisted(running.client, withForm, {
      fields: [{ name: 'Parking', value: 'EUR 85.00' }],
    });
    const quotesOf = ({ quotes }: AssistantAnswer) => quotes.map(({ text }) => text).join();
    const question = 'How much is the parking fee for the garage?';
    expect(quotesOf((await ask(browser, link, question)).body)).toContain('85.00');
    const changed = await running.client.post(`/v1/docs/${documentId}/field-values`, {
      fields: [{ name: 'Parking', value: 'EUR 99.00' }],
    });
    expect(changed.status).toBe(200);
    await waitFor('the new reading', async () => ((await statusOf(documentId)) === 'ready' ? true : null));
    const { body } = await ask(browser, link, question);
    expect(quotesOf(body)).toContain('99.00');
    expect(quotesOf(body)).not.toContain('85.00');
  });
});
