import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAuditTrail } from '../audit/audit-trail.ts';
import { FakeFault } from '../testing/fake-toolkit.ts';
import { signeeInput, Workbench } from '../testing/workbench.ts';
import { sealedBlobIdOf } from './complete-document.ts';

describe('completing', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller({}, { emailAddress: 'owner@example.com' });
  });
  afterEach(() => bench.blobs.close());

  /** Everybody has signed; the sealing job waits outside the queue. */
  async function signedDocument(): Promise<string> {
    const document = await bench.send(caller, [
      signeeInput(),
      signeeInput({ emailAddress: 'b@example.com' }),
    ]);
    for (const signee of document.signees) await bench.sign(signee);
    await bench.runJobs({ except: 'complete-document' });
    bench.messages.length = 0;
    return document.documentId;
  }

  const complete = (documentId: string) => bench.signing.jobs.run({ name: 'complete-document', documentId });
  const statusOf = async (documentId: string) => (await bench.find(documentId)).status;

  it('seals with every ink and tells everybody', async () => {
    const documentId = await signedDocument();
    expect(await statusOf(documentId)).toBe('awaiting_signatures');
    await expect(bench.signing.documents.getSignedFile(caller, documentId)).rejects.toMatchObject({
      code: 'document_not_completed',
    });
    await complete(documentId);
    await bench.runJobs();

    const document = await bench.find(documentId);
    expect(document).toMatchObject({ status: 'completed', sealedBlobId: `sealed-${documentId}` });
    const sealed = JSON.parse(String(bench.blobs.blobs.get(document.sealedBlobId ?? '')));
    expect(sealed.completed.stamps).toMatchObject([
      {
        typedName: 'Łukasz Żółć',
        lines: ['Łukasz Żółć', '2026-03-04T05:06:07.089Z', '192.0.2.1', 'typed email'],
      },
      { typedName: 'Łukasz Żółć' },
    ]);
    const recipients = bench.messages.map((message) => message.to).sort();
    expect(recipients).toEqual(['b@example.com', 'lukasz@example.com', 'owner@example.com']);
    const file = { blobId: document.sealedBlobId, fileName: 'Contract.pdf' };
    expect(await bench.signing.documents.getSignedFile(caller, documentId)).toEqual(file);
    expect(await bench.signing.signingPages.readSealedFile(document.signees[0]?.token ?? '')).toEqual(file);
  });

  it('[D5-14] completes once, however often and however many at a time it runs', async () => {
    const documentId = await signedDocument();
    await Promise.all([complete(documentId), complete(documentId)]);
    await complete(documentId);
    await bench.runJobs();
    const events = await bench.events(documentId);
    expect(events.filter((type) => type === 'document.completed')).toHaveLength(1);
    expect(bench.messages).toHaveLength(3);
  });

  it('goes on after a crash between storing the sealed file and the transaction, with the same file and what is known of its seal', async () => {
    const documentId = await signedDocument();
    const { putFile } = bench.blobs;
    const { transact } = bench.database;
    bench.blobs.putFile = async (blobId, path) => {
      bench.database.transact = () => Promise.reject(new Error('killed'));
      return putFile.call(bench.blobs, blobId, path);
    };
    await expect(complete(documentId)).rejects.toThrow('killed');
    bench.database.transact = transact;
    bench.blobs.putFile = putFile;
    const left = bench.blobs.blobs.get(sealedBlobIdOf(documentId));
    await complete(documentId);
    expect(bench.toolkit.completions).toBe(1);
    expect(bench.blobs.blobs.get((await bench.find(documentId)).sealedBlobId ?? '')).toBe(left);
    // The process had ended, and the trail had neither level nor authorities.
    const { entries } = await readAuditTrail(bench.database.read, { kind: 'document', id: documentId });
    expect(entries.at(-1)).toMatchObject({ type: 'document.completed', details: { seal: { level: 'B-B' } } });
  });

  it('tells nobody when the sealed file does not read back', async () => {
    const documentId = await signedDocument();
    const { putFile } = bench.blobs;
    bench.blobs.putFile = async (blobId, path) => {
      const stored = await putFile.call(bench.blobs, blobId, path);
      await bench.blobs.remove(blobId);
      return stored;
    };
    await complete(documentId);
    expect(await bench.find(documentId)).toMatchObject({
      status: 'awaiting_signatures',
      sealingDelay: { reason: 'internal_error' },
    });
    bench.blobs.putFile = putFile;
    await complete(documentId);
    expect(await statusOf(documentId)).toBe('completed');
  });

  it('seals nothing for a prepared file that is not the one that people signed', async () => {
    const documentId = await signedDocument();
    const { preparedBlobId } = await bench.find(documentId);
    const prepared = bench.blobs.blobs.get(preparedBlobId ?? '') ?? Buffer.alloc(0);
    bench.blobs.blobs.set(preparedBlobId ?? '', Buffer.concat([prepared, Buffer.from(' ')]));
    await complete(documentId);
    expect(await bench.find(documentId)).toMatchObject({
      ...{ status: 'awaiting_signatures', errorMessage: null, sealedBlobId: null },
      sealingDelay: { reason: 'evidence_broken' },
    });
    expect(bench.toolkit.completions).toBe(0);
  });

  it('seals nothing while the audit trail is not whole', async () => {
    const documentId = await signedDocument();
    const { listFor } = bench.database.read.audit;
    bench.database.read.audit.listFor = async (subject) => {
      const entries = await listFor(subject);
      return entries.filter((_, index) => index !== 1);
    };
    await complete(documentId);
    bench.database.read.audit.listFor = listFor;
    expect(await bench.find(documentId)).toMatchObject({
      ...{ status: 'awaiting_signatures', sealingDelay: { reason: 'evidence_broken' } },
    });
    expect(bench.toolkit.completions).toBe(0);
  });

  it('takes no sealed file that somebody put into the store', async () => {
    const documentId = await signedDocument();
    const other = await signedDocument();
    await complete(other);
    const { sealedBlobId } = await bench.find(other);
    const planted = bench.blobs.blobs.get(sealedBlobId ?? '') ?? Buffer.alloc(0);
    bench.blobs.blobs.set(sealedBlobIdOf(documentId), Buffer.concat([planted, Buffer.from('  ')]));
    await complete(documentId);
    expect(await bench.find(documentId)).toMatchObject({
      ...{ status: 'awaiting_signatures', sealedBlobId: null },
      sealingDelay: { reason: 'evidence_broken' },
    });
  });

  it('completes no revoked document', async () => {
    const documentId = await signedDocument();
    const revoked = { ...(await bench.find(documentId)), status: 'revoked' as const };
    await bench.database.transact(({ documents }) => documents.update(revoked));
    await complete(documentId);
    expect(await statusOf(documentId)).toBe('revoked');
    expect(bench.toolkit.completions).toBe(0);
  });
});

describe('preparing', () => {
  it('[D5-05] ends in error for a fault of the file, opens once otherwise', async () => {
    const bench = new Workbench();
    const caller = await bench.addCaller();
    bench.toolkit.failNext('prepare', new FakeFault('text_not_drawable'));
    const failed = await bench.send(caller, [signeeInput()]);
    expect(failed).toMatchObject({ status: 'error', errorMessage: 'en: text_not_drawable' });
    const { documentId } = await bench.send(caller, [signeeInput()]);
    await bench.signing.jobs.run({ name: 'prepare-document', documentId });
    await bench.runJobs();
    expect(bench.messages.map(({ subject }) => subject)).toEqual(['failed en', 'invitation en']);
    await bench.blobs.close();
  });

  it('[D5-06] says so on the document and to its owner when every retry was used up, once, and never of one that is open', async () => {
    const bench = new Workbench();
    const caller = await bench.addCaller({}, { emailAddress: 'owner@example.com' });
    const fileId = await bench.upload(caller);
    const { document } = await bench.signing.documents.create(caller, {
      ...{ fileId, name: 'Contract', signeeDetails: [signeeInput()] },
    });
    const { documentId } = document;
    const giveUp = () => bench.signing.jobs.giveUp({ name: 'prepare-document', documentId });
    await giveUp();
    await giveUp();
    await bench.runJobs();
    expect(await bench.find(documentId)).toMatchObject({
      ...{ status: 'error', errorMessage: 'en: internal_error' },
    });
    expect(bench.messages).toMatchObject([{ to: 'owner@example.com', subject: 'failed en' }]);
    // It was prepared, and then the queue lost that it was.
    const open = await bench.send(caller, [signeeInput()]);
    await bench.signing.jobs.giveUp({ name: 'prepare-document', documentId: open.documentId });
    expect((await bench.find(open.documentId)).status).toBe('awaiting_signatures');
    await bench.blobs.close();
  });
});
