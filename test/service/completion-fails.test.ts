import { hasPrograms } from '@countersign/pdf/testing';
import { readAuditTrail, type SigningDeps } from '@countersign/signing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { reply, startTestAuthority, type TestAuthority } from '../../packages/seal/testing/test-authority.ts';
import { runAdminCommandLine } from '../../packages/server/admin/command-line.ts';
import { documentBody, readInvitation, signByHand, uploadFixture, waitFor } from './journey-steps.ts';
import { databaseKinds, startService, type TestService } from './start-service.ts';

const HOUR_MS = 3_600_000;
const PATIENCE_MS = 60_000;
const OWNER = 'owner@example.com';
const ADA = 'ada@example.com';

interface DocumentAnswer {
  readonly status: string;
  readonly errorMessage?: string;
  readonly sealing?: { readonly state: string; readonly reason: string; readonly nextAttemptAt: string };
}

describe.each(shareOf(databaseKinds))(
  'documents that cannot be sealed, on the $title database',
  ({ kind, skip }) => {
    describe.skipIf(skip || !hasPrograms('openssl'))('while the timestamp authority is away', () => {
      let authority: TestAuthority;
      let running: TestService;
      let isAway = true;
      let laterMs = 0;
      const now = () => new Date(Date.now() + laterMs);
      beforeAll(async () => {
        authority = await startTestAuthority();
        const url = authority.addServer('sometimes', async (query, response, answer) => {
          if (isAway) response.writeHead(503).end();
          else reply(response, await answer(query));
        });
        running = await startService(
          kind,
          { SEAL_TIMESTAMP_URLS: url, SEAL_LEVEL: 'B-T', SEAL_LEVEL_DEMAND: 'required' },
          { decorate: (wired: SigningDeps) => ({ ...wired, clock: { now } }) },
        );
      }, 3 * PATIENCE_MS);
      afterAll(async () => {
        await running?.close();
        await authority?.close();
      });

      const read = async (documentId: string) =>
        (await running.client.get<DocumentAnswer>(`/v1/docs/${documentId}`)).body;
      const waitForDelay = (documentId: string) =>
        waitFor('a failed seal', async () => (await read(documentId)).sealing ?? null, PATIENCE_MS);
      const waitForSeal = (documentId: string) =>
        waitFor('a seal', async () => (await read(documentId)).status === 'completed' || null, PATIENCE_MS);
      const lettersTo = async (to: string) =>
        (await running.client.get<{ subject: string; text: string }[]>(`/outbox/messages?to=${to}`)).body;
      const warnings = async () =>
        (await running.client.get<{ warnings: { code: string; message: string }[] }>('/readyz')).body
          .warnings;

      async function admin(...args: readonly string[]) {
        const [out, error]: [string[], string[]] = [[], []];
        const streams = {
          out: (line: string) => void out.push(line),
          error: (line: string) => void error.push(line),
        };
        return { code: await runAdminCommandLine(args, running.env, streams), out: out.join(), error };
      }

      /** What the schedule does every minute. */
      const followUp = () =>
        running.service.database.transact(({ jobs }) => jobs.enqueue({ name: 'follow-up-documents' }));

      async function passHour(): Promise<void> {
        laterMs += HOUR_MS;
        await followUp();
      }

      async function signDocument(emailAddress: string): Promise<string> {
        const { client } = running;
        const signeeDetails = [{ fullName: 'Ada', emailAddress, signaturePlacement: 'new_page' }];
        const body = documentBody(await uploadFixture(client, 'plain/a4.pdf'), { signeeDetails });
        const { documentId } = (await client.post<{ documentId: string }>('/v1/docs', body)).body;
        await waitFor('its preparation', async () => (await read(documentId)).status !== 'created' || null);
        const link = await readInvitation(client, emailAddress);
        expect((await signByHand(client.anonymous, link, [])).status).toBe(200);
        return documentId;
      }

      // Five hours without the authority once ended such documents in `error`.
      it(
        '[D12-02] [D5-12] wait for a day, say why to sender, owner and operator, and are sealed when it is back',
        async () => {
          isAway = true;
          const documentId = await signDocument(ADA);
          const { state, reason } = await waitForDelay(documentId);
          expect([state, reason]).toEqual(['delayed', 'timestamp_unavailable']);
          expect(await warnings()).toContainEqual({
            code: 'sealing_delayed',
            message: expect.stringContaining('timestamp_unavailable'),
          });
          for (let hour = 0; hour < 24; hour += 1) {
            await passHour();
            await waitFor('the next attempt', async () => {
              const { status, sealing } = await read(documentId);
              expect(status).toBe('awaiting_signatures');
              return (sealing && new Date(sealing.nextAttemptAt) > now()) || null;
            });
          }
          expect(await read(documentId)).not.toHaveProperty('errorMessage');
          expect((await running.client.get(`/v1/docs/${documentId}/signed-file`)).status).toBe(403);
          await waitFor('a letter to the owner', async () => {
            const letters = await lettersTo(OWNER);
            return letters.some(({ text }) => text.includes('no timestamp authority answers')) || null;
          });
          expect(await lettersTo(ADA)).toHaveLength(1);
          isAway = false;
          expect((await running.client.post(`/v1/docs/${documentId}/reseal`, {})).status).toBe(200);
          await waitForSeal(documentId);
          expect(await read(documentId)).not.toHaveProperty('sealing');
          expect((await warnings()).map(({ code }) => code)).not.toContain('sealing_delayed');
        },
        2 * PATIENCE_MS,
      );

      it(
        '[D12-02] are sealed by npm run admin, one or all, and withdrawn by their sender',
        async () => {
          isAway = true;
          const documentIds: string[] = [];
          for (const name of ['b', 'c', 'd']) documentIds.push(await signDocument(`${name}@example.com`));
          for (const documentId of documentIds) await waitForDelay(documentId);
          const [first = '', second = '', third = ''] = documentIds;
          expect((await running.client.put(`/v1/docs/${third}/revoke`, {})).status).toBe(200);
          expect((await read(third)).status).toBe('revoked');
          isAway = false;
          expect(await admin('documents', 'reseal', first)).toMatchObject({ code: 0, error: [] });
          await followUp();
          await waitForSeal(first);
          expect(await admin('documents', 'reseal', third)).toMatchObject({ code: 1 });
          expect((await admin('documents', 'reseal')).code).toBe(0);
          await followUp();
          await waitForSeal(second);
          const subject = { kind: 'document', id: first } as const;
          const { entries } = await readAuditTrail(running.service.database.read, subject);
          expect(entries.map(({ type }) => type)).toContain('document.sealing_requested');
        },
        2 * PATIENCE_MS,
      );
    });
  },
);
