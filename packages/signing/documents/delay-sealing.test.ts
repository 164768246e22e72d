import { DAY_MS } from '@countersign/base/time';
import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkAuditTrail } from '../audit/audit-trail.ts';
import { createSealingOperator } from '../operator.ts';
import { BlobsUnavailable } from '../ports/blob-store.ts';
import { DatabaseUnavailable } from '../ports/database.ts';
import { FakeFault } from '../testing/fake-toolkit.ts';
import { signeeInput, Workbench } from '../testing/workbench.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('a document that everybody has signed and that cannot be sealed', () => {
  let bench: Workbench;
  let caller: Caller;
  let failure: unknown;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller({}, { emailAddress: 'owner@example.com' });
    failure = null;
    const { complete } = bench.toolkit;
    bench.toolkit.complete = async (...args) => {
      if (failure !== null) throw failure;
      return complete.apply(bench.toolkit, args);
    };
  });
  afterEach(() => bench.blobs.close());

  /** Everybody has signed, and sealing failed once. */
  async function delayedDocument(error: unknown = new FakeFault('timestamp_unavailable')): Promise<string> {
    const { documentId, signees } = await bench.send(caller, [signeeInput()]);
    failure = error;
    await bench.sign(signees[0]);
    await bench.runJobs();
    bench.messages.length = 0;
    return documentId;
  }

  /** The scheduled jobs of the service, each minute and hour, and what they enqueue. */
  async function pass(ms: number, step = MINUTE_MS): Promise<void> {
    const until = bench.now.getTime() + ms;
    while (bench.now.getTime() < until) {
      bench.now = new Date(Math.min(bench.now.getTime() + step, until));
      await bench.signing.jobs.run({ name: 'follow-up-documents' });
      if (bench.now.getTime() % HOUR_MS === 0) await bench.signing.jobs.run({ name: 'remove-expired' });
      await bench.runJobs();
    }
  }

  const find = (documentId: string) => bench.find(documentId);
  const told = () => bench.messages.filter(({ subject }) => subject === 'owner_sealing_delayed en');

  // Five hours without a timestamp authority once ended signed documents for ever.
  it.each([
    ['the seal key or remote signer', new FakeFault('signature_unavailable'), 'signature_unavailable'],
    ['the timestamp authority', new FakeFault('timestamp_unavailable'), 'timestamp_unavailable'],
    ['revocation data', new FakeFault('validation_data_unavailable'), 'validation_data_unavailable'],
    ['a valid certificate', new FakeFault('certificate_unusable'), 'certificate_unusable'],
    ['the blob store', new BlobsUnavailable(new Error('ENOENT')), 'storage_unavailable'],
    ['the disk of the PDF process', new FakeFault('file_access_failed'), 'storage_unavailable'],
    ['the PDF process', new FakeFault('pdf_worker_crashed'), 'pdf_worker_crashed'],
    ['time for the PDF process', new FakeFault('pdf_timeout'), 'pdf_timeout'],
    ['a PDF that can be sealed', new FakeFault('damaged'), 'damaged'],
    ['a service without bugs', new TypeError('x is not a function'), 'internal_error'],
  ])('[D12-02] is sealed after 24 hours without %s', async (_, error, reason) => {
    const documentId = await delayedDocument(error);
    await pass(DAY_MS);
    expect(await find(documentId)).toMatchObject({
      ...{ status: 'awaiting_signatures', errorMessage: null },
      sealingDelay: { reason },
    });
    expect(new Set(bench.failures.map((failed) => failed.reason))).toEqual(new Set([reason]));
    failure = null;
    await pass(HOUR_MS);
    const sealed = await find(documentId);
    expect(sealed.status).toBe('completed');
    expect(sealed).not.toHaveProperty('sealingDelay');
    expect(await checkAuditTrail(bench.database.read, { kind: 'document', id: documentId })).toMatchObject({
      broken: null,
    });
  });

  it('[D12-02] is tried again after pauses that grow to an hour, without end', async () => {
    const documentId = await delayedDocument();
    await pass(2 * DAY_MS);
    const pauses = bench.failures.map(({ pauseMs }) => pauseMs / 1000);
    expect(pauses.slice(0, 12)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600]);
    expect(new Set(pauses.slice(12))).toEqual(new Set([3600]));
    expect(pauses.length).toBeGreaterThan(48);
    expect((await find(documentId)).status).toBe('awaiting_signatures');
  });

  it('[D12-02] is told to its owner and the operator after 15 minutes, and then once a day', async () => {
    const documentId = await delayedDocument();
    await pass(14 * MINUTE_MS);
    expect([told(), bench.delays]).toEqual([[], []]);
    await pass(2 * MINUTE_MS);
    expect(told()).toMatchObject([{ to: 'owner@example.com' }]);
    expect(bench.delays).toMatchObject([{ documentId, reason: 'timestamp_unavailable' }]);
    await pass(3 * DAY_MS, 10 * MINUTE_MS);
    expect(told()).toHaveLength(4);
    expect(new Set(told().map(({ messageId }) => messageId)).size).toBe(4);
    expect(bench.delays).toHaveLength(4);
    // No other people.
    expect(bench.messages).toHaveLength(4);
    failure = null;
    await pass(HOUR_MS);
    await pass(2 * DAY_MS, HOUR_MS);
    expect(told()).toHaveLength(4);
  });

  it('[D12-02] is tried at once for its sender and for the operator, which the audit trail records', async () => {
    const documentId = await delayedDocument();
    const operator = createSealingOperator(bench.deps);
    await pass(HOUR_MS);
    const tried = bench.failures.length;
    await bench.signing.documents.reseal(caller, documentId);
    await bench.runJobs();
    expect(bench.failures).toHaveLength(tried + 1);
    failure = null;
    // Its command line has no queue, as with PostgreSQL: it ended with jobs_not_open.
    expect(await operator.resealAll()).toEqual([documentId]);
    expect(bench.database.jobs).toEqual([]);
    await pass(MINUTE_MS);
    expect((await find(documentId)).status).toBe('completed');
    // Again: there is nothing left to do.
    await bench.signing.documents.reseal(caller, documentId);
    await operator.resealDocument(documentId);
    expect(await operator.resealAll()).toEqual([]);
    const trail = await bench.database.read.audit.listFor({ kind: 'document', id: documentId });
    const asked = trail.filter(({ type }) => type === 'document.sealing_requested');
    expect(asked.map(({ userId }) => userId)).toEqual([caller.userId, null]);
    await expect(operator.resealDocument('missing')).rejects.toMatchObject({ code: 'document_not_found' });
    const open = await bench.send(caller, [signeeInput()]);
    await expect(bench.signing.documents.reseal(caller, open.documentId)).rejects.toMatchObject({
      code: 'document_not_sealable',
    });
  });

  it('[D12-02] can be withdrawn by its sender, and is not tried any more', async () => {
    const documentId = await delayedDocument();
    await bench.signing.documents.revoke(caller, documentId);
    failure = null;
    await pass(2 * HOUR_MS);
    const { status, sealingDelay } = await find(documentId);
    expect([status, sealingDelay]).toEqual(['revoked', undefined]);
    await bench.signing.documents.delete(caller, documentId);
  });

  it('[D12-02] is not removed while it waits, however long', async () => {
    const documentId = await delayedDocument();
    await pass(100 * DAY_MS, 12 * HOUR_MS);
    const waiting = await find(documentId);
    expect(waiting.status).toBe('awaiting_signatures');
    expect(waiting.expiryDate.getTime()).toBeGreaterThan(bench.now.getTime());
    // The service was off for half a year, and the hourly job is the first to run.
    bench.now = new Date(bench.now.getTime() + 180 * DAY_MS);
    await bench.signing.jobs.run({ name: 'remove-expired' });
    expect((await find(documentId)).expiryDate.getTime()).toBeGreaterThan(bench.now.getTime());
    expect(await bench.database.read.documents.listExpired(bench.now, 10)).toEqual([]);
    failure = null;
    await pass(HOUR_MS);
    expect((await find(documentId)).status).toBe('completed');
  });

  it('[D12-02] is sealed though the process ended in every attempt, or the queue lost the job', async () => {
    const { documentId, signees } = await bench.send(caller, [signeeInput()]);
    await bench.sign(signees[0]);
    await bench.runJobs({ except: 'complete-document' });
    await bench.signing.jobs.giveUp({ name: 'complete-document', documentId });
    expect(await find(documentId)).toMatchObject({
      ...{ status: 'awaiting_signatures', sealingDelay: { reason: 'internal_error', attempts: 1 } },
    });
    await pass(2 * MINUTE_MS);
    expect((await find(documentId)).status).toBe('completed');

    const lost = await bench.send(caller, [signeeInput()]);
    await bench.sign(lost.signees[0]);
    await bench.runJobs({ except: 'complete-document' });
    bench.messages.length = 0;
    await pass(16 * MINUTE_MS);
    expect((await find(lost.documentId)).status).toBe('completed');
    expect(told()).toEqual([]);
  });

  it('[D12-02] is sealed after 24 hours without the database, which is lost while it is sealed', async () => {
    const { documentId, signees } = await bench.send(caller, [signeeInput()]);
    await bench.sign(signees[0]);
    const { read, transact } = bench.database;
    const refuse = () => Promise.reject(new DatabaseUnavailable(new Error('ECONNREFUSED')));
    const stores = new Proxy({}, { get: () => new Proxy({}, { get: () => refuse }) });
    const { complete } = bench.toolkit;
    bench.toolkit.complete = async (...args) => {
      Object.assign(bench.database, { read: stores, transact: refuse });
      return complete.apply(bench.toolkit, args);
    };
    await expect(bench.runJobs()).rejects.toThrow(DatabaseUnavailable);
    bench.toolkit.complete = complete;
    // The last attempt of the queue, and what the schedule tries.
    const { jobs } = bench.signing;
    await expect(jobs.giveUp({ name: 'complete-document', documentId })).rejects.toThrow(DatabaseUnavailable);
    for (let minute = 0; minute < DAY_MS / MINUTE_MS; minute += 1) {
      bench.now = new Date(bench.now.getTime() + MINUTE_MS);
      await expect(jobs.run({ name: 'follow-up-documents' })).rejects.toThrow(DatabaseUnavailable);
    }
    Object.assign(bench.database, { read, transact });
    expect(await find(documentId)).toMatchObject({ status: 'awaiting_signatures', errorMessage: null });
    await pass(MINUTE_MS);
    expect((await find(documentId)).status).toBe('completed');
    expect(await checkAuditTrail(read, { kind: 'document', id: documentId })).toMatchObject({ broken: null });
  });

  it('[D12-02] counts attempts that fail at the same time once', async () => {
    const documentId = await delayedDocument();
    const complete = () => bench.signing.jobs.run({ name: 'complete-document', documentId });
    await Promise.all([complete(), complete(), complete()]);
    expect((await find(documentId)).sealingDelay?.attempts).toBe(2);
  });
});
