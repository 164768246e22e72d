import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerJson, startProviderServer } from '../../packages/adapters/phone/testing/provider-server.ts';
import { documentBody, uploadFixture, waitFor, waitForStatus } from './journey-steps.ts';
import { anyDatabase, startService, type TestService } from './start-service.ts';

interface Shown {
  readonly signeeDetails: readonly {
    readonly signeeId: string;
    readonly deliveryProblems?: readonly { readonly channel: string; readonly reason: string }[];
  }[];
}

const AUTH_TOKEN = 'twilio token';
const [INVALID, LATER] = ['+46700000001', '+46700000002'];

describe('messages that cannot be delivered', () => {
  let running: TestService;
  let provider: Awaited<ReturnType<typeof startProviderServer>>;
  beforeAll(async () => {
    provider = await startProviderServer(({ form }, response) => {
      if (form.To === INVALID) return answerJson(response, 400, { code: 21211, status: 400 });
      return answerJson(response, 201, { sid: 'SM1', status: 'queued' });
    });
    running = await startService(anyDatabase, {
      SMS_PROVIDER: 'twilio',
      SMS_FROM: '+15005550006',
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: AUTH_TOKEN,
      TWILIO_API: provider.api,
    });
  });
  afterAll(async () => {
    await running?.close();
    provider?.close();
  });

  async function send(phoneNumber: string): Promise<string> {
    const { client } = running;
    const person = { fullName: 'Ada', phoneNumber, emailAddress: `${randomUUID()}@example.com` };
    const signeeDetails = [{ ...person, signaturePlacement: 'new_page' }];
    const body = documentBody(await uploadFixture(client, 'plain/a4.pdf'), { signeeDetails });
    const { documentId } = (await client.post<{ documentId: string }>('/v1/docs', body)).body;
    await waitForStatus(client, documentId, 'awaiting_signatures');
    return documentId;
  }

  const problemsOf = async (documentId: string) =>
    (await running.client.get<Shown>(`/v1/docs/${documentId}`)).body.signeeDetails[0]?.deliveryProblems;
  const waitForProblems = (documentId: string) =>
    waitFor('a delivery problem', async () => (await problemsOf(documentId)) ?? null);

  it('[1-03] are shown on the document when the provider refuses the number, and the email is sent all the same', async () => {
    const documentId = await send(INVALID);
    expect(await waitForProblems(documentId)).toMatchObject([
      { channel: 'sms', reason: 'recipient_invalid' },
    ]);
  });

  it('are shown and taken back as the provider reports, if it is the provider', async () => {
    const documentId = await send(LATER);
    const call = await waitFor(
      'the SMS',
      async () => provider.calls.findLast(({ form }) => form.To === LATER) ?? null,
    );
    expect(call.form.Body).toMatch(/asks you to sign “Contract”: http.*\/sign\//);
    const url = call.form.StatusCallback ?? '';
    const report = async (form: Record<string, string>, token = AUTH_TOKEN) => {
      const text =
        url +
        Object.keys(form)
          .sort()
          .map((name) => name + form[name])
          .join('');
      const signature = createHmac('sha1', token).update(text).digest('base64');
      const headers = { 'x-twilio-signature': signature };
      return (await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) })).status;
    };
    const failed = { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30003' };
    expect(await report(failed, 'guessed')).toBe(404);
    expect(await problemsOf(documentId)).toBeUndefined();
    expect(await report(failed)).toBe(204);
    expect(await report(failed)).toBe(204);
    expect(await waitForProblems(documentId)).toMatchObject([
      { channel: 'sms', reason: 'recipient_unreachable' },
    ]);
    expect(await report({ MessageSid: 'SM1', MessageStatus: 'delivered' })).toBe(204);
    expect(await problemsOf(documentId)).toBeUndefined();
  });
});
