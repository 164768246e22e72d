import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import type { ApiClient } from './api-client.ts';
import { documentBody, readInvitation, uploadFixture } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { databaseKinds, type TestService } from './start-service.ts';

interface ErrorBody {
  readonly errorCode: string;
  readonly details?: readonly { readonly path: string }[];
}

describe.each(shareOf(databaseKinds))('what people write, on the $title database', ({ kind, skip }) => {
  let running: TestService;
  let fileId: string;
  beforeAll(async () => {
    if (skip) return;
    running = await shareService(kind);
    fileId = await uploadFixture(running.client);
  });
  afterAll(() => running?.close());

  const send = (client: ApiClient, contact: Record<string, string>) =>
    client.post<ErrorBody & { documentId: string }>(
      '/v1/docs',
      documentBody(fileId, {
        signeeDetails: [{ fullName: 'Åsa', signaturePlacement: 'new_page', ...contact }],
      }),
    );

  // Three syntaxes disagreed: the API refused what rules and pages accept.
  it.skipIf(skip).each(['anna@räksmörgås.se', 'åsa@example.se'])('%s is invited', async (emailAddress) => {
    expect((await send(running.client, { emailAddress })).status).toBe(201);
    expect(await readInvitation(running.client, emailAddress)).toMatch(/^\/sign\//);
  });

  it.skipIf(skip)('an empty contact beside another is none', async () => {
    for (const contact of [
      { emailAddress: '', phoneNumber: '+46 70-123 45 67' },
      { emailAddress: 'eva@example.se', phoneNumber: '' },
    ]) {
      const { status, body } = await send(running.client, contact);
      expect(status).toBe(201);
      const document = await running.client.get<{ signeeDetails: Record<string, string | null>[] }>(
        `/v1/docs/${body.documentId}`,
      );
      const { emailAddress, phoneNumber } = document.body.signeeDetails[0] ?? {};
      expect([emailAddress, phoneNumber]).toEqual([
        contact.emailAddress || null,
        contact.phoneNumber || null,
      ]);
    }
    expect(await send(running.client, { emailAddress: '', phoneNumber: '' })).toMatchObject({
      status: 400,
      body: { errorCode: 'contact_required' },
    });
  });

  it.skipIf(skip).each([
    ['emailAddress', 'anna@'],
    ['emailAddress', 'anna\u200b@example.se'],
    ['phoneNumber', '0701234567'],
  ])('a wrong %s is named: %j', async (member, value) => {
    expect(await send(running.client, { [member]: value })).toMatchObject({
      status: 400,
      body: { errorCode: 'invalid_request', details: [{ path: `signeeDetails.0.${member}` }] },
    });
  });

  it.skipIf(skip)('text that no database can store is refused everywhere', async () => {
    const { client, baseUrl } = running;
    expect(await client.get('/outbox/messages?to=%00')).toMatchObject({
      status: 400,
      body: { errorCode: 'invalid_request', details: [{ path: 'to' }] },
    });
    expect((await client.anonymous.get('/outbox?to=a%00')).status).toBe(400);
    expect((await client.get('/v1/docs?offset=9007199254740991&limit=50')).status).toBeLessThan(500);
    const form = (name: string) =>
      `--xx\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n%PDF-1.7\r\n--xx--\r\n`;
    const upload = async (name: string, boundary = 'xx') => {
      const answer = await fetch(`${baseUrl}/verify`, {
        method: 'POST',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: form(name),
      });
      return answer.status;
    };
    expect(await upload('a.pdf', 'b'.repeat(300))).toBe(400);
    expect(await upload('\ud800.pdf')).toBe(400);
    const odd = await client.upload<ErrorBody>(fixturePath('forms/contract.pdf'), { fileName: 'a\0b.pdf' });
    expect(odd).toMatchObject({
      status: 400,
      body: { errorCode: 'invalid_request', details: [{ path: 'file' }] },
    });
  });
});
