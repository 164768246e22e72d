import { randomUUID } from 'node:crypto';
import { pageText } from '@countersign/i18n';
import { openPdf, readAttachment } from '@countersign/pdf';
import { readText } from '@countersign/pdf/testing';
import type { SigningView } from '@countersign/signing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentBody, readInvitation, uploadFixture, waitForStatus } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { anyDatabase, type TestService } from './start-service.ts';

const SIGNATURE = {
  ink: { kind: 'typed', typedName: 'Ada Łovelace' },
  values: [{ name: 'fullName|svc-input-fullname', value: 'Ada Łovelace' }],
  consent: true,
};

describe('consent', () => {
  let running: TestService;
  beforeAll(async () => {
    running = await shareService(anyDatabase);
  });
  afterAll(() => running?.close());

  async function sendOne(language: string): Promise<{ documentId: string; link: string }> {
    const { client } = running;
    const emailAddress = `${randomUUID()}@example.com`;
    const signeeDetails = [{ fullName: 'Ada Łovelace', emailAddress, signaturePlacement: 'new_page' }];
    const body = documentBody(await uploadFixture(client), { signeeDetails, language });
    const created = await client.post<{ documentId: string }>('/v1/docs', body);
    return { documentId: created.body.documentId, link: await readInvitation(client, emailAddress) };
  }

  it.each(['en', 'sv', 'es'] as const)(
    'in %s: the sentence that was shown is in the sealed file, for people and for programs',
    async (language) => {
      const { documentId, link } = await sendOne(language);
      const { anonymous } = running.client;
      const { consentText: text } = (await anonymous.get<SigningView>(`${link}/session`)).body;
      expect(text).toBe(pageText(language)('consent'));
      await anonymous.post(`${link}/signature`, { ...SIGNATURE, consentText: text });
      await waitForStatus(running.client, documentId, 'completed');
      const sealed = (await anonymous.get(`${link}/sealed.pdf`)).bytes;
      const attached = readAttachment(openPdf(sealed), 'evidence.json', 1 << 20);
      const record = JSON.parse(Buffer.from(attached ?? []).toString());
      expect(record.signees).toMatchObject([{ consent: { text, language } }]);
      const consented = record.trail.entries.find(
        ({ type }: { type: string }) => type === 'document.consented',
      );
      expect(JSON.parse(consented.details)).toMatchObject({ text, language });
      expect(readText(sealed).replace(/\s+/g, ' ')).toContain(text);
    },
  );

  it('to another sentence than the one that is kept is refused, and can be given anew', async () => {
    const { link } = await sendOne('sv');
    const { anonymous } = running.client;
    const stale = { ...SIGNATURE, consentText: 'Jag godkänner något annat.', errorLanguage: 'sv' };
    expect(await anonymous.post(`${link}/signature`, stale)).toMatchObject({
      status: 409,
      body: { errorCode: 'consent_changed', message: expect.stringContaining('Ladda om') },
    });
    expect(await anonymous.post(`${link}/signature`, SIGNATURE)).toMatchObject({ status: 200 });
  });
});
