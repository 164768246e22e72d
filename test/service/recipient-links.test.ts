import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { authorize } from './api-client.ts';
import { documentBody, signByHand, uploadFixture, waitFor, waitForStatus } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { databaseKinds, type TestService } from './start-service.ts';

interface Recipient {
  readonly verificationChannel: string;
  readonly signingUrl: string;
}

interface Session {
  readonly canSign: boolean;
  readonly reason?: string;
  readonly fields: readonly unknown[];
  readonly errorCode?: string;
}

const GUESSES = 20;

for (const { kind, title, skip } of shareOf(databaseKinds)) {
  describe.skipIf(skip)(`links that the sender hands out, ${title}`, () => {
    let running: TestService;
    beforeAll(async () => {
      running = await shareService(kind);
    });
    afterAll(() => running?.close());

    /** Sends a document to a signee with an address of their own; returns it with the paths of its recipient links. */
    async function send(changes: Record<string, unknown> = {}) {
      const { client } = running;
      const emailAddress = `${randomUUID()}@example.com`;
      const signee = { fullName: 'Ada', emailAddress, signaturePlacement: 'new_page', ...changes };
      const fileId = await uploadFixture(client);
      const request = documentBody(fileId, {
        signeeDetails: [{ ...signee, disableInvitationMessage: true }],
      });
      const { documentId } = (await client.post<{ documentId: string }>('/v1/docs', request)).body;
      await waitForStatus(client, documentId, 'awaiting_signatures');
      return { documentId, emailAddress, ...(await linksOf(documentId)) };
    }

    async function linksOf(documentId: string) {
      const { body } = await running.client.get<{ documentId: string; recipients: readonly Recipient[] }>(
        `/v1/docs/${documentId}/recipient-links`,
      );
      const paths = body.recipients.map(({ signingUrl }) => new URL(signingUrl).pathname);
      return { body, paths, path: paths[0] ?? '' };
    }

    /** Asks for a code; returns it with the cookie of the browser that asked. */
    async function askForCode(path: string, to: string) {
      const { client } = running;
      const sent = await client.anonymous.post<Session>(`${path}/code`, {});
      expect(sent.status).toBe(200);
      const cookie = sent.headers.get('set-cookie') ?? '';
      const { body } = await client.get<{ text: string }[]>(`/outbox/messages?to=${encodeURIComponent(to)}`);
      const code = /\b\d{6}\b/.exec(body[0]?.text ?? '')?.[0] ?? '';
      return { cookie, code, headers: { cookie: cookie.split(';')[0] ?? '' } };
    }

    it('[2.6-01] [2.6-02] [2.6-03] [2.6-04] [2.6-05] [2.6-06] [2.6-07] [2.6-08] [4.4-68] [4.4-69] are one for each channel, and stay the same', async () => {
      const { documentId, emailAddress, body } = await send({ phoneNumber: '+46701234567' });
      const known = {
        signeeId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        ...{ fullName: 'Ada', emailAddress, phoneNumber: '+46701234567' },
        signingUrl: expect.stringMatching(/\/sign\/[\w-]{43}$/),
        requiresVerification: true,
      };
      expect(body).toEqual({
        documentId,
        recipients: [
          { ...known, verificationChannel: 'email' },
          { ...known, verificationChannel: 'sms' },
        ],
      });
      expect((await linksOf(documentId)).body).toEqual(body);
    });

    it('[4.4-67] are not for tokens that only read', async () => {
      const { documentId } = await send();
      const reader = await authorize(running.baseUrl, running.apiKey, 'read');
      const { status, body } = await reader.get<Session>(`/v1/docs/${documentId}/recipient-links`);
      expect([status, body.errorCode]).toEqual([403, 'scope_missing']);
    });

    it('[4.4-71] [4.4-72] open only after the code that was sent to the signee, in the browser that asked for it', async () => {
      const { path, emailAddress } = await send();
      const { anonymous } = running.client;
      const closed = await anonymous.get<Session>(`${path}/session`);
      expect(closed.body).toMatchObject({ canSign: false, reason: 'verification_required', fields: [] });
      for (const refused of [
        await anonymous.get<Session>(`${path}/document.pdf`),
        await signByHand(anonymous, path),
      ])
        expect([refused.status, (refused.body as Session).errorCode]).toEqual([403, 'verification_required']);

      const { cookie, code, headers } = await askForCode(path, emailAddress);
      expect(cookie).toMatch(/; HttpOnly; SameSite=Strict/);
      expect(cookie).toContain(`Path=${path};`);
      const again = await anonymous.post<Session>(`${path}/code`, {}, headers);
      expect([again.status, again.body.errorCode]).toEqual([429, 'code_cooldown']);
      expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(50);
      const elsewhere = await anonymous.post<Session>(`${path}/code/check`, { code });
      expect([elsewhere.status, elsewhere.body.errorCode]).toEqual([400, 'code_expired']);

      const opened = await anonymous.post<Session>(`${path}/code/check`, { code }, headers);
      expect([opened.status, opened.body.canSign]).toEqual([200, true]);
      expect((await anonymous.get(`${path}/document.pdf`, headers)).status).toBe(200);
      expect((await anonymous.get(`${path}/document.pdf`)).status).toBe(403);
    });

    it('[1-05] are all that a signee needs whose invitation was disabled', async () => {
      const { path, emailAddress, documentId } = await send();
      const { anonymous } = running.client;
      const { code, headers } = await askForCode(path, emailAddress);
      await anonymous.post(`${path}/code/check`, { code }, headers);
      const ink = { kind: 'typed', typedName: 'Ada' };
      const values = [{ name: 'fullName|svc-input-fullname', value: 'Ada' }];
      const signature = { ink, values, consent: true };
      const signed = await anonymous.post<Session>(`${path}/signature`, signature, headers);
      expect([signed.status, signed.body.reason]).toEqual([200, 'already_signed']);
      await waitForStatus(running.client, documentId, 'completed');
      expect((await anonymous.get(`${path}/sealed.pdf`)).status).toBe(403);
      expect((await anonymous.get(`${path}/sealed.pdf`, headers)).status).toBe(200);
    });

    it('send one code, however many are asked for at once', async () => {
      const { path, emailAddress } = await send();
      const { client } = running;
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => client.anonymous.post<Session>(`${path}/code`, {})),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429, 429]);
      const { body } = await client.get<{ text: string }[]>(
        `/outbox/messages?to=${encodeURIComponent(emailAddress)}`,
      );
      expect(body.filter(({ text }) => /\b\d{6}\b/.test(text))).toHaveLength(1);
    });

    it('accept five guesses at a code, however many come at once', async () => {
      const { path, emailAddress } = await send();
      const { anonymous } = running.client;
      const { code, headers } = await askForCode(path, emailAddress);
      const wrong = code === '000000' ? '000001' : '000000';
      const guesses = await Promise.all(
        Array.from({ length: GUESSES }, () =>
          anonymous.post<Session>(`${path}/code/check`, { code: wrong }, headers),
        ),
      );
      const codes = guesses.map(({ body }) => body.errorCode);
      expect(codes.filter((one) => one === 'code_invalid')).toHaveLength(5);
      expect(codes.filter((one) => one === 'code_expired')).toHaveLength(GUESSES - 5);
      const right = await anonymous.post<Session>(`${path}/code/check`, { code }, headers);
      expect([right.status, right.body.errorCode]).toEqual([400, 'code_expired']);
    });

    it('end at once when the signee declines, with a reason that the sender reads', async () => {
      const { path, emailAddress, documentId } = await send();
      const { client } = running;
      const { code, headers } = await askForCode(path, emailAddress);
      await client.anonymous.post(`${path}/code/check`, { code }, headers);
      const declined = await client.anonymous.post<Session>(
        `${path}/decline`,
        { reason: 'Wrong salary' },
        headers,
      );
      expect([declined.status, declined.body.reason]).toEqual([200, 'declined']);
      expect((await client.anonymous.get(`${path}/document.pdf`, headers)).status).toBe(403);
      const { body } = await client.get<{ status: string; declined: { reason: string } }>(
        `/v1/docs/${documentId}`,
      );
      expect([body.status, body.declined.reason]).toEqual(['revoked', 'Wrong salary']);
      await waitFor('a message to the owner', async () => {
        const { body: messages } = await client.get<{ text: string }[]>('/outbox/messages');
        return messages.find(({ text }) => text.includes('Wrong salary')) ?? null;
      });
    });
  });
}
