import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AdapterDatabase } from '@countersign/adapters/postgres/database';
import { openDatabase } from '@countersign/adapters/postgres/open-database';
import { verifySignatures } from '@countersign/verify';
import type { TestDatabaseKind } from '../../../packages/adapters/testing/test-database.ts';
import {
  documentBody,
  readInvitation,
  signByHand,
  uploadFixture,
  waitFor,
  waitForStatus,
} from '../../service/journey-steps.ts';
import { type ReceivedDelivery, receiveWebhooks } from '../../service/receive-webhooks.ts';
import { type ServiceProcess, startProcess } from '../../service/start-process.ts';
import { prepareEnvironment } from '../../service/start-service.ts';
import { DIE_AT, type Step } from './steps.ts';

const DYING_SERVICE = fileURLToPath(import.meta.resolve('./dying-service.ts'));
/** Milliseconds until a killed process's job is released: at the next start, or after its heartbeat expires. */
const PATIENCE_MS = 120_000;

/** The outcome of one killed completion. Expected: 1, 1, 1, 1, true, true. */
export interface Survival {
  readonly step: Step;
  readonly sealedFiles: number;
  readonly webhookEventIds: number;
  readonly auditEntries: number;
  /** The audit entry describes the seal even if its process was killed. */
  readonly isSealAudited: boolean;
  /** The document refers to the stored file, and its seal is valid over the whole file. */
  readonly isValid: boolean;
  /** Deliveries of the event: 2 if the process died before the webhook's answer was recorded. */
  readonly deliveries: number;
}

/**
 * Completes one document for each step, killing the service with SIGKILL at that step and restarting it. Rejects if a
 * document does not complete.
 */
export async function killCompletions(
  kind: TestDatabaseKind,
  steps: readonly Step[],
  onStep: (step: Step) => void = () => undefined,
): Promise<readonly Survival[]> {
  await using cleanup = new AsyncDisposableStack();
  const place = await prepareEnvironment(kind);
  cleanup.defer(() => place.remove());
  const receiver = await receiveWebhooks();
  cleanup.defer(() => receiver.close());
  const file = join(place.env.DATA_DIR, 'die-at');
  const start = () => startProcess({ ...place.env, [DIE_AT]: file }, DYING_SERVICE);

  let service = await start();
  cleanup.defer(async () => void (await service.stop('SIGKILL')));
  await service.client.post('/v1/webhooks', {
    webhookUrl: receiver.url,
    name: 'X',
    eventTypes: ['document.completed'],
  });
  const killed: { readonly step: Step; readonly documentId: string }[] = [];
  for (const step of steps) {
    const { documentId, link } = await sendContract(service);
    writeFileSync(file, step);
    // A service killed while storing the signature sends no response.
    await signByHand(service.client.anonymous, link).catch(() => undefined);
    await service.exited;
    rmSync(file);
    service = await start();
    await waitForStatus(service.client, documentId, 'completed', PATIENCE_MS);
    killed.push({ step, documentId });
    onStep(step);
  }
  const database = await openDatabase(
    { databaseUrl: place.env.DATABASE_URL ?? '' },
    { encryptionKey: readEncryptionKey(place.env.DATA_DIR) },
  );
  cleanup.defer(() => database.close());
  // After this the counts are final.
  await waitFor(
    'all jobs to end',
    async () => ((await countJobs(database)) === 0 ? true : null),
    PATIENCE_MS,
  );
  return await Promise.all(
    killed.map(({ step, documentId }) =>
      describeSurvival(step, documentId, { database, dataDir: place.env.DATA_DIR, ...receiver }),
    ),
  );
}

async function sendContract({ client }: ServiceProcess): Promise<{ documentId: string; link: string }> {
  const fileId = await uploadFixture(client);
  // A new address, so that its only message is this invitation.
  const emailAddress = `${randomUUID()}@example.com`;
  const signee = { fullName: 'Ada Łovelace', emailAddress, signaturePlacement: 'new_page' };
  const request = documentBody(fileId, { signeeDetails: [signee] });
  const { body } = await client.post<{ documentId: string }>('/v1/docs', request);
  const link = await readInvitation(client, emailAddress);
  return { documentId: body.documentId, link };
}

interface Remains {
  readonly database: AdapterDatabase;
  readonly dataDir: string;
  readonly deliveries: readonly ReceivedDelivery[];
}

async function describeSurvival(
  step: Step,
  documentId: string,
  { database, dataDir, deliveries }: Remains,
): Promise<Survival> {
  const { documents, audit } = database.read;
  const document = await documents.find(documentId);
  const trail = await audit.listFor({ kind: 'document', id: documentId });
  const files = listSealed(dataDir, documentId);
  const completions = trail.filter(({ type }) => type === 'document.completed');
  const own = deliveries.filter(({ payload }) => payload.data.documentId === documentId);
  return {
    step,
    sealedFiles: files.length,
    webhookEventIds: new Set(own.map(({ payload }) => payload.event.eventId)).size,
    auditEntries: completions.length,
    isSealAudited: completions.every(({ details }) => JSON.parse(details).seal?.level === 'B-B'),
    isValid: files.length === 1 && isSealed(files[0] ?? '', document?.sealedSha256 ?? ''),
    deliveries: own.length,
  };
}

function listSealed(dataDir: string, documentId: string): readonly string[] {
  const folder = join(dataDir, 'files/blobs');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith(`sealed-${documentId}`)).map((name) => join(folder, name));
}

function isSealed(path: string, sha256: string): boolean {
  const bytes = readFileSync(path);
  const reports = verifySignatures(bytes);
  const isWhole = reports.length === 1 && reports.every((one) => one.valid && one.coversWholeDocument);
  return isWhole && createHash('sha256').update(bytes).digest('hex') === sha256;
}

function readEncryptionKey(dataDir: string): Buffer {
  return Buffer.from(readFileSync(join(dataDir, 'keys/encryption.key'), 'utf8').trim(), 'hex');
}

/** Waiting or running jobs, except removals of what nothing names after an hour. */
async function countJobs({ engine }: AdapterDatabase): Promise<number> {
  const { rows } = await engine.execute(
    `SELECT count(*)::int AS open FROM ${engine.jobsSchema}.job WHERE state IN ('created', 'retry', 'active')
      AND start_after < now() + interval '30 minutes'`,
  );
  return (rows[0] as { readonly open: number }).open;
}
