import { Readable } from 'node:stream';
import type { Caller } from '@countersign/identity';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkAuditTrail, readAuditTrail } from './audit/audit-trail.ts';
import { sealedBlobIdOf } from './documents/complete-document.ts';
import { DatabaseUnavailable } from './ports/database.ts';
import { signeeInput, Workbench } from './testing/workbench.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_PAGE = { limit: 100, offset: 0 };

describe('removing what is past its date', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller();
  });

  async function passDays(days: number): Promise<void> {
    bench.now = new Date(bench.now.getTime() + days * DAY_MS);
    await bench.signing.jobs.run({ name: 'remove-expired' });
    await bench.runJobs();
  }

  function refuseToLock(isDamaged: (documentId: string) => boolean) {
    const transact = bench.database.transact.bind(bench.database);
    bench.database.transact = (work) =>
      transact((stores) => {
        const lock: typeof stores.documents.lock = async (documentId) => {
          if (isDamaged(documentId)) throw new Error('the state cannot be read');
          return stores.documents.lock(documentId);
        };
        return work({ ...stores, documents: { ...stores.documents, lock } });
      });
  }

  function addWebhook() {
    return bench.signing.webhooks.create(caller, {
      webhookUrl: 'https://hooks.example.com/a',
      name: 'Archive',
      eventTypes: ['document.created'],
    });
  }

  async function complete(fileId?: string) {
    const changes = fileId === undefined ? {} : { fileId };
    const { documentId, signees } = await bench.send(caller, [signeeInput()], changes);
    await bench.sign(signees[0]);
    await bench.runJobs();
    return bench.find(documentId);
  }

  it('[D5-19] removes a document 90 days after its last change, with everything made from it', async () => {
    const { documentId, signees } = await complete();
    await passDays(89);
    expect((await bench.find(documentId)).status).toBe('completed');
    await passDays(2);
    const removed = await bench.find(documentId);
    expect(removed).toMatchObject({ status: 'deleted', name: '', signees: [], fields: [], boxes: [] });
    expect([...bench.blobs.blobs.keys()]).toEqual([]);
    const { documents } = bench.database.read;
    expect(await documents.findByTokenHash(signees[0]?.tokenHash ?? '')).toBeNull();
    await expect(bench.signing.documents.get(caller, documentId)).rejects.toMatchObject({
      code: 'document_not_found',
    });
    const { items: listed } = await bench.signing.documents.list(caller, { limit: 10, offset: 0 });
    expect(listed).toEqual([]);
  });

  it('keeps the hash of the sealed file, so that its holder can still have it verified', async () => {
    const { documentId, sealedSha256 } = await complete();
    await passDays(91);
    const found = await bench.database.read.documents.findBySealedSha256(sealedSha256 ?? '');
    expect(found).toEqual({ documentId });
  });

  it('revokes a document that nobody finished, and says why in its trail and to webhooks', async () => {
    const { documentId } = await bench.send(caller, [signeeInput()]);
    await passDays(91);
    const subject = { kind: 'document', id: documentId } as const;
    const { entries } = await readAuditTrail(bench.database.read, subject);
    expect(entries.slice(-2).map(({ type, details }) => [type, details])).toEqual([
      ['document.revoked', { reason: 'expired' }],
      ['document.deleted', { reason: 'retention' }],
    ]);
    expect(await checkAuditTrail(bench.database.read, subject)).toMatchObject({ broken: null });
    expect((await bench.events(documentId)).slice(-2)).toEqual(['document.revoked', 'document.deleted']);
  });

  it('leaves a document alone that was changed between the look and the lock', async () => {
    const { documentId } = await complete();
    bench.now = new Date(bench.now.getTime() + 91 * DAY_MS);
    const { transact } = bench.database;
    bench.database.transact = async (work) => {
      bench.database.transact = transact;
      await bench.database.transact(async ({ documents }) => {
        const document = await bench.find(documentId);
        await documents.update({ ...document, expiryDate: new Date(bench.now.getTime() + DAY_MS) });
      });
      return bench.database.transact(work);
    };
    await bench.signing.jobs.run({ name: 'remove-expired' });
    expect((await bench.find(documentId)).status).toBe('completed');
  });

  it('removes the others when one cannot be removed, and fails with its id', async () => {
    const sent = [await bench.send(caller, [signeeInput()]), await bench.send(caller, [signeeInput()])];
    const [damaged, other] = sent.map(({ documentId }) => documentId);
    bench.now = new Date(bench.now.getTime() + 91 * DAY_MS);
    refuseToLock((documentId) => documentId === damaged);
    const run = bench.signing.jobs.run({ name: 'remove-expired' });
    await expect(run).rejects.toMatchObject({
      name: 'BatchFailed',
      message: `remove-expired failed for ${damaged}`,
      errors: [new Error('the state cannot be read')],
    });
    expect((await bench.find(damaged ?? '')).status).toBe('awaiting_signatures');
    expect((await bench.find(other ?? '')).status).toBe('deleted');
  });

  it('stops at once when the database is unavailable', async () => {
    await bench.send(caller, [signeeInput()]);
    bench.now = new Date(bench.now.getTime() + 91 * DAY_MS);
    bench.database.transact = () => Promise.reject(new DatabaseUnavailable(new Error('shut down')));
    const run = bench.signing.jobs.run({ name: 'remove-expired' });
    await expect(run).rejects.toBeInstanceOf(DatabaseUnavailable);
  });

  it('removes the blob of an attempt to seal that was interrupted', async () => {
    const { documentId, signees } = await bench.send(caller, [signeeInput()]);
    await bench.sign(signees[0]);
    await bench.blobs.putStream(sealedBlobIdOf(documentId), Readable.from([Buffer.from('sealed')]), 100);
    await bench.runJobs();
    await bench.signing.documents.revoke(caller, documentId);
    await passDays(91);
    expect([...bench.blobs.blobs.keys()]).toEqual([]);
  });

  it('removes files that no document needs, and keeps those that one does', async () => {
    const unused = await bench.upload(caller);
    const used = await bench.upload(caller);
    await passDays(60);
    await bench.send(caller, [signeeInput()], { fileId: used });
    await passDays(31);
    expect(await bench.database.read.files.find(unused)).toBeNull();
    expect(await bench.database.read.files.find(used)).toMatchObject({ deletedAt: null });
    const { entries } = await readAuditTrail(bench.database.read, { kind: 'file', id: unused });
    expect(entries.at(-1)).toMatchObject({
      type: 'file.deleted',
      userId: null,
      details: { reason: 'retention' },
    });
  });

  it('removes old deliveries, and leaves newer ones', async () => {
    const { webhookId } = await addWebhook();
    await bench.send(caller, [signeeInput()]);
    await passDays(60);
    const { documentId } = await bench.send(caller, [signeeInput()]);
    await passDays(31);
    const kept = await bench.database.read.webhooks.pageDeliveries(webhookId, FIRST_PAGE);
    expect(kept.map(({ event }) => event.documentId)).toEqual([documentId]);
  });

  it('goes on with another run after a full batch', async () => {
    const { webhookId } = await addWebhook();
    const fileId = await bench.upload(caller);
    for (let count = 0; count < 101; count++) await bench.send(caller, [signeeInput()], { fileId });
    await passDays(0);
    bench.now = new Date(bench.now.getTime() + 91 * DAY_MS);
    await bench.signing.jobs.run({ name: 'remove-expired' });
    expect(await bench.database.read.documents.listExpired(bench.now, 10)).toEqual([]);
    expect(bench.database.jobs.map(({ job }) => job.name)).toContain('remove-expired');
    await bench.runJobs();
    expect(await bench.database.read.webhooks.pageDeliveries(webhookId, FIRST_PAGE)).toEqual([]);
  });

  // A hundred documents that could not be read once kept all later ones from being removed.
  it('removes what comes after a hundred that cannot be removed', async () => {
    const fileId = await bench.upload(caller);
    const damaged = new Set<string>();
    for (let count = 0; count < 100; count++)
      damaged.add((await bench.send(caller, [signeeInput()], { fileId })).documentId);
    bench.now = new Date(bench.now.getTime() + DAY_MS);
    const { documentId } = await bench.send(caller, [signeeInput()], { fileId });
    bench.now = new Date(bench.now.getTime() + 91 * DAY_MS);
    refuseToLock((id) => damaged.has(id));
    const run = bench.signing.jobs.run({ name: 'remove-expired' });
    await expect(run).rejects.toMatchObject({ name: 'BatchFailed' });
    expect((await bench.find(documentId)).status).toBe('deleted');
  });
});
