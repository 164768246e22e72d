import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import type { ApiClient } from './api-client.ts';
import { documentBody, readInvitation, signByHand, uploadFixture, waitFor } from './journey-steps.ts';
import { databaseKinds, startService, type TestService } from './start-service.ts';

interface Waiting {
  readonly waitingId: string;
  readonly kind: string;
  readonly state: string;
  readonly documentId: string | null;
  readonly documentName: string | null;
  readonly message: string | null;
  readonly recipient: { readonly fullName: string; readonly address: string | null } | null;
  readonly reason: string;
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
}

const PATH = '/v1/account/waiting';

describe.each(shareOf(databaseKinds))(
  'what waits, on the $title database',
  ({ kind, skip }) => {
    let running: TestService;
    let owner: ApiClient;
    /** Messages to these addresses fail, and everything else is delivered. */
    const failing = new Set<string>();
    let isSealBroken = false;
    beforeAll(async () => {
      if (skip) return;
      running = await startService(
        kind,
        {},
        {
          decorate: (deps) => ({
            ...deps,
            notifier: {
              send: async (message) => {
                if (failing.has(message.to)) throw new Error('connect ECONNREFUSED mail.internal:25');
                await deps.notifier.send(message);
              },
            },
            toolkit: {
              ...deps.toolkit,
              complete: async (...args) => {
                if (isSealBroken) throw new Error('no signer');
                return deps.toolkit.complete(...args);
              },
            },
          }),
        },
      );
      owner = running.client;
    });
    afterAll(async () => running?.close());

    const list = async (client = owner, path = PATH) =>
      (await client.get<{ waiting: readonly Waiting[] }>(`${path}?limit=50`)).body.waiting;

    async function sendFailing(changes: object = {}) {
      const emailAddress = `${randomUUID()}@example.com`;
      failing.add(emailAddress);
      const signeeDetails = [{ fullName: 'Ada Berg', emailAddress, signaturePlacement: 'new_page' }];
      const fileId = await uploadFixture(owner, 'plain/a4.pdf');
      const body = documentBody(fileId, { signeeDetails, ...changes });
      const { documentId } = (await owner.post<{ documentId: string }>('/v1/docs', body)).body;
      const item = await waitFor(
        'a message that failed',
        async () =>
          (await list()).find((one) => one.documentId === documentId && one.state !== 'running') ?? null,
      );
      return { documentId, emailAddress, item };
    }

    it.skipIf(skip)(
      '[R02-01] lists a failed message with its reason, tries and next try, and no host',
      async () => {
        const { documentId, emailAddress, item } = await sendFailing({ name: 'Lease' });
        expect(item).toMatchObject({
          kind: 'message',
          state: 'retrying',
          documentName: 'Lease',
          message: 'invitation',
          channel: 'email',
          recipient: { fullName: 'Ada Berg', address: emailAddress },
          reason: 'provider_unavailable',
        });
        expect(item.attempts).toBeGreaterThan(0);
        expect(Date.parse(item.nextAttemptAt ?? '')).not.toBeNaN();
        expect(JSON.stringify(await list())).not.toContain('mail.internal');
        const ofDocument = await list(owner, `/v1/docs/${documentId}/waiting`);
        expect(ofDocument.map(({ waitingId }) => waitingId)).toEqual([item.waitingId]);
      },
    );

    it.skipIf(skip)('[R02-02] sends a message at once when it is tried again', async () => {
      const { documentId, emailAddress, item } = await sendFailing();
      failing.delete(emailAddress);
      expect((await owner.post(`${PATH}/${item.waitingId}/retry`, {})).status).toBe(204);
      await readInvitation(owner, emailAddress);
      await waitFor('nothing waits', async () =>
        (await list(owner, `/v1/docs/${documentId}/waiting`)).length === 0 ? true : null,
      );
      const again = await owner.post(`${PATH}/${item.waitingId}/retry`, {});
      expect([again.status, again.body]).toMatchObject([404, { errorCode: 'waiting_not_found' }]);
    });

    it.skipIf(skip)('[R02-03] never sends a stopped message, and the document says so', async () => {
      const { documentId, emailAddress, item } = await sendFailing();
      const stop = await waitFor('a stop between two attempts', async () => {
        const { status } = await owner.post(`${PATH}/${item.waitingId}/stop`, {});
        return status === 409 ? null : status;
      });
      expect(stop).toBe(204);
      failing.delete(emailAddress);
      expect(await list(owner, `/v1/docs/${documentId}/waiting`)).toEqual([]);
      const { body } = await owner.get<{ signeeDetails: { deliveryProblems?: object[] }[] }>(
        `/v1/docs/${documentId}`,
      );
      expect(body.signeeDetails[0]?.deliveryProblems).toMatchObject([
        { channel: 'email', reason: 'provider_unavailable' },
      ]);
      const outbox = await owner.get<unknown[]>(`/outbox/messages?to=${encodeURIComponent(emailAddress)}`);
      expect(outbox.body).toEqual([]);
      const log = await owner.get<{ events: { type: string }[] }>('/v1/account/audit-log?limit=5');
      expect(log.body.events[0]).toMatchObject({ type: 'waiting.stopped', subjectId: documentId });
    });

    it.skipIf(skip)('[R02-04] is for owners and admins of the account alone', async () => {
      const { documentId, item } = await sendFailing({ name: 'Private' });
      const [member, stranger] = [await running.addColleague(), await running.addAccount()];
      const { database } = running.service;
      const { userId } = (await member.get<{ userId: string }>('/v1/users/me')).body;
      const setRole = (role: 'admin' | 'member') =>
        database.transact(async ({ accounts }) => {
          const user = await accounts.findUser(userId);
          if (user !== null) await accounts.updateUser({ ...user, role });
        });
      await setRole('member');
      for (const call of [() => member.get(PATH), () => member.post(`${PATH}/${item.waitingId}/retry`, {})])
        expect((await call()).body).toMatchObject({ errorCode: 'role_missing' });
      expect(await list(stranger)).toEqual([]);
      for (const action of ['retry', 'stop']) {
        const { status } = await stranger.post(`${PATH}/${item.waitingId}/${action}`, {});
        expect(status).toBe(404);
      }
      expect((await stranger.get(`/v1/docs/${documentId}/waiting`)).status).toBe(404);
      await setRole('admin');
      const seen = (await list(member)).find(({ waitingId }) => waitingId === item.waitingId);
      expect(seen).toMatchObject({ documentId, documentName: null, recipient: null });
      expect((await list()).some(({ waitingId }) => waitingId === item.waitingId)).toBe(true);
    });

    it.skipIf(skip)('[R02-05] lists a delayed seal, tries it at once, and stops it never', async () => {
      isSealBroken = true;
      const emailAddress = `${randomUUID()}@example.com`;
      const signeeDetails = [{ fullName: 'Ada Łovelace', emailAddress, signaturePlacement: 'new_page' }];
      const body = documentBody(await uploadFixture(owner), { signeeDetails });
      const { documentId } = (await owner.post<{ documentId: string }>('/v1/docs', body)).body;
      const link = await readInvitation(owner, emailAddress);
      await owner.anonymous.get(`${link}/session`);
      await signByHand(owner.anonymous, link);
      const seal = await waitFor(
        'a delayed seal',
        async () => (await list()).find((one) => one.kind === 'seal') ?? null,
      );
      expect(seal).toMatchObject({ waitingId: documentId, state: 'retrying', reason: 'internal_error' });
      expect((await owner.post(`${PATH}/${documentId}/stop`, {})).body).toMatchObject({
        errorCode: 'waiting_not_stoppable',
      });
      isSealBroken = false;
      expect((await owner.post(`${PATH}/${documentId}/retry`, {})).status).toBe(204);
      await waitFor('the seal', async () =>
        (await list()).some((one) => one.kind === 'seal') ? null : true,
      );
    });
  },
  60_000,
);
