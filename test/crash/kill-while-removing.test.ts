import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { runAdminCommandLine } from '../../packages/server/admin/command-line.ts';
import { type ApiClient, authorize } from '../service/api-client.ts';
import { documentBody, uploadFixture, waitFor, waitForStatus } from '../service/journey-steps.ts';
import { startProcess } from '../service/start-process.ts';
import { databaseKinds, prepareEnvironment } from '../service/start-service.ts';

const SERVICE = fileURLToPath(new URL('dying-service.ts', import.meta.url));
const MONTH_MS = 31 * 24 * 60 * 60 * 1000;
const [ADA, BO] = ['ada@example.com', 'bo@example.com'];

describe.each(databaseKinds)(
  'kill -9 on the $title database, while data of people go',
  ({ kind, skip }) => {
    const cleanups: (() => unknown)[] = [];
    afterEach(async () => {
      for (const clean of cleanups.splice(0).toReversed()) await clean();
    });

    async function prepare() {
      const place = await prepareEnvironment(kind);
      cleanups.push(() => place.remove());
      const dieAfter = join(place.env.DATA_DIR, 'die-after');
      const start = async (laterMs = 0) => {
        const env = { ...place.env, DIE_AFTER: dieAfter, LATER_MS: String(laterMs) };
        const running = await startProcess(env, SERVICE);
        cleanups.push(() => running.stop('SIGKILL'));
        return running;
      };
      const admin = async (...args: readonly string[]) => {
        const out: string[] = [];
        const streams = { out: (text: string) => out.push(text), error: () => undefined };
        await runAdminCommandLine([...args, '--json'], place.env, streams);
        return JSON.parse(out.join('') || 'null');
      };
      const countBlobs = () =>
        readdirSync(join(place.env.DATA_DIR, 'files/blobs'), { recursive: true, withFileTypes: true }).filter(
          (entry) => entry.isFile(),
        ).length;
      return { start, admin, countBlobs, arm: (steps: number) => writeFileSync(dieAfter, String(steps)) };
    }

    async function send(client: ApiClient, fileId: string, addresses: readonly string[]) {
      const signeeDetails = addresses.map((emailAddress) => ({
        ...{ fullName: 'Someone', emailAddress, signaturePlacement: 'new_page' },
      }));
      const { body } = await client.post<{ documentId: string }>(
        '/v1/docs',
        documentBody(fileId, { signeeDetails }),
      );
      await waitForStatus(client, body.documentId, 'awaiting_signatures');
      return body.documentId;
    }

    it.skipIf(skip)(
      '[R03-16] of one person: what is done is whole, and the next request does the rest',
      async () => {
        const { start, countBlobs, arm } = await prepare();
        const first = await start();
        const fileId = await uploadFixture(first.client, 'plain/a4.pdf');
        const going: string[] = [];
        for (let count = 0; count < 5; count += 1) going.push(await send(first.client, fileId, [ADA]));
        const shared = await send(first.client, fileId, [ADA, BO]);
        await first.client.put(`/v1/docs/${shared}/revoke`);
        // Each document needs three ids; jobs that still run may need some.
        arm(13);
        const erase = (client: ApiClient) =>
          client.post<{ items: { id: string }[] }>('/v1/account/people/erase', { address: ADA });
        await expect(erase(first.client)).rejects.toThrow();
        await first.exited;

        const second = await start();
        const statuses = await Promise.all(
          going.map(async (documentId) => {
            const [{ status }, file] = [
              await second.client.get(`/v1/docs/${documentId}`),
              await second.client.get(`/v1/docs/${documentId}/file`),
            ];
            expect(file.status).toBe(status);
            return status;
          }),
        );
        expect(new Set(statuses)).toEqual(new Set([200, 404]));
        const left = going.filter((_, index) => statuses[index] === 200);
        const again = await erase(second.client);
        expect(again.body.items.map(({ id }) => id)).toEqual(expect.arrayContaining(left));
        expect((await erase(second.client)).body.items).toEqual([]);
        for (const documentId of going)
          expect((await second.client.get(`/v1/docs/${documentId}`)).status).toBe(404);
        expect((await second.client.get(`/v1/docs/${shared}`)).bytes.toString()).not.toContain(ADA);
        // The upload, and the prepared PDF of the document with another signee.
        await waitFor('the files to go', async () => (countBlobs() === 2 ? true : null));
        const log = await second.client.get<{ events: { type: string }[] }>('/v1/account/audit-log?limit=50');
        expect(log.body.events.filter(({ type }) => type === 'person.erased')).toHaveLength(going.length + 1);
      },
    );

    it.skipIf(skip)(
      '[R03-16] of an account: nobody reaches what is left, and the next run completes',
      async () => {
        const { start, admin, countBlobs, arm } = await prepare();
        const first = await start();
        const kept = await send(first.client, await uploadFixture(first.client, 'plain/a4.pdf'), [BO]);
        const before = countBlobs();
        const created = await admin('accounts', 'create', '--email', ADA, '--name', 'Going');
        const { accountId, apiKey } = created as { accountId: string; apiKey: string };
        const client = await authorize(first.baseUrl, apiKey);
        const fileId = await uploadFixture(client, 'plain/a4.pdf');
        for (let count = 0; count < 3; count += 1) await send(client, fileId, [BO]);
        await admin('accounts', 'close', accountId);
        await first.stop('SIGTERM');
        arm(3);
        const second = start(MONTH_MS);
        await second.then(({ exited }) => exited).catch(() => undefined);
        expect(countBlobs()).toBeGreaterThan(before);
        expect(countBlobs()).toBeLessThan(before + 4);

        const third = await start(MONTH_MS);
        expect((await client.get('/v1/docs').catch(() => ({ status: 401 }))).status).toBe(401);
        await waitFor('the removal', async () => {
          const [proof] = (await admin('accounts', 'removals')) as { removedAt: string | null }[];
          return proof?.removedAt ?? null;
        });
        expect(countBlobs()).toBe(before);
        const [proof] = (await admin('accounts', 'removals')) as { accountId: string; counts: string }[];
        expect(proof?.accountId).toBe(accountId);
        expect(JSON.parse(proof?.counts ?? '')).toMatchObject({ documents: 3, files: 1 });
        expect((await third.client.get(`/v1/docs/${kept}`)).status).toBe(200);
      },
    );
  },
  180_000,
);
