import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '@countersign/adapters/postgres/open-database';
import type { AuditType } from '@countersign/signing';
import { afterEach, describe, expect, it } from 'vitest';
import { buildScanOfSize } from '../../fixtures/build/large.ts';
import { generatedPath } from '../../fixtures/fixture-path.ts';
import {
  documentBody,
  readInvitation,
  signByHand,
  waitFor,
  waitForStatus,
} from '../service/journey-steps.ts';
import { receiveWebhooks } from '../service/receive-webhooks.ts';
import { type ServiceProcess, startProcess } from '../service/start-process.ts';
import { databaseKinds, prepareEnvironment } from '../service/start-service.ts';

/** Sealing takes longer than a signal to arrive. */
const SCAN_BYTES = 20 * 1024 * 1024;
/** Milliseconds in which a second completion would become visible. */
const QUIET_MS = 3000;

type Env = Readonly<Record<string, string>>;

/** Moments of the kill in order, each with the number of sealed files by then. */
const MOMENTS = [
  ['as soon as the last signature is answered', 0, async () => undefined],
  [
    'as soon as the sealed file is stored',
    1,
    async (env: Env, documentId: string) => {
      await waitFor('the sealed file', async () => (countSealed(env, documentId) > 0 ? true : null));
    },
  ],
] as const;

// On PostgreSQL these cases are part of completion/kill-at-each-step.test.ts.
const onEmbedded = databaseKinds.filter(({ kind }) => kind.name === 'embedded');

describe.each(onEmbedded)('kill -9 on the $title database', ({ kind, skip }) => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const clean of cleanups.splice(0).toReversed()) await clean();
  });

  it.skipIf(skip).each(MOMENTS)(
    '[D5-13] %s: the document completes, once',
    async (_moment, sealedAtDeath, reachMoment) => {
      const place = await prepareEnvironment(kind);
      cleanups.push(() => place.remove());
      const receiver = await receiveWebhooks();
      cleanups.push(() => receiver.close());

      const first = await startProcess(place.env);
      cleanups.push(() => first.stop('SIGKILL'));
      const hook = { webhookUrl: receiver.url, name: 'X', eventTypes: ['document.completed'] };
      await first.client.post('/v1/webhooks', hook);
      const { documentId, link } = await sendScan(first);
      const signed = await signByHand(first.client.anonymous, link, []);
      expect(signed.status).toBe(200);
      await reachMoment(place.env, documentId);
      await first.stop('SIGKILL');
      expect(countSealed(place.env, documentId)).toBe(sealedAtDeath);

      const second = await startProcess(place.env);
      cleanups.push(() => second.stop('SIGKILL'));
      await waitForStatus(second.client, documentId, 'completed');
      await waitFor('the webhook', async () => (receiver.deliveries.length > 0 ? true : null));
      await wait(QUIET_MS);
      expect(new Set(receiver.deliveries.map(({ payload }) => payload.event.eventId)).size).toBe(1);
      const redirect = await second.client.get(`/v1/docs/${documentId}/signed-file`);
      const sealed = await second.client.anonymous.get(redirect.headers.get('location') ?? '');
      expect(sealed.bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(await second.stop('SIGTERM')).toBe(0);

      expect(countSealed(place.env, documentId)).toBe(1);
      const types = await listAuditTypes(place.env, documentId);
      expect(types.filter((type) => type === 'document.completed')).toHaveLength(1);
      expect(types.filter((type) => type === 'document.signed')).toHaveLength(1);
    },
  );
});

async function sendScan(service: ServiceProcess): Promise<{ documentId: string; link: string }> {
  const { client } = service;
  const path = buildScanOfSize(generatedPath('scan-20mb.pdf'), SCAN_BYTES);
  const { body: file } = await client.upload<{ fileId: string }>(path);
  const { body } = await client.post<{ documentId: string }>('/v1/docs', documentBody(file.fileId));
  const link = await readInvitation(client, 'ada@example.com');
  return { documentId: body.documentId, link };
}

function countSealed({ DATA_DIR = '' }: Env, documentId: string): number {
  const folder = join(DATA_DIR, 'files/blobs');
  if (!existsSync(folder)) return 0;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith(`sealed-${documentId}`)).length;
}

async function listAuditTypes(env: Env, documentId: string): Promise<readonly AuditType[]> {
  const { DATA_DIR = '', DATABASE_URL } = env;
  const encryptionKey = Buffer.from(readFileSync(join(DATA_DIR, 'keys/encryption.key'), 'utf8'), 'hex');
  const location =
    DATABASE_URL === undefined ? { dataDir: join(DATA_DIR, 'database') } : { databaseUrl: DATABASE_URL };
  const database = await openDatabase(location, { encryptionKey });
  try {
    const entries = await database.read.audit.listFor({ kind: 'document', id: documentId });
    return entries.map(({ type }) => type);
  } finally {
    await database.close();
  }
}
