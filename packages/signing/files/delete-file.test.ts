import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signeeInput, Workbench } from '../testing/workbench.ts';

describe('deleteFile', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller();
  });
  afterEach(() => bench.blobs.close());

  const NOT_FOUND = { code: 'file_not_found' };
  const findRow = (fileId: string) => bench.database.read.files.find(fileId);

  it('lets nobody find the file any more, and removes its PDF', async () => {
    const fileId = await bench.upload(caller);
    await bench.signing.files.delete(caller, fileId);
    await expect(bench.signing.files.readFields(caller, fileId)).rejects.toMatchObject(NOT_FOUND);
    await expect(bench.signing.files.delete(caller, fileId)).rejects.toMatchObject(NOT_FOUND);
    await bench.runJobs();
    expect(bench.blobs.blobs.size).toBe(0);
    expect(await findRow(fileId)).toBeNull();
    await expect(bench.signing.files.delete(caller, fileId)).rejects.toMatchObject(NOT_FOUND);
  });

  it('is for the owner: a stranger does not find the file, a colleague may not', async () => {
    const fileId = await bench.upload(caller);
    const colleague = await bench.addCaller({ accountId: caller.accountId });
    await expect(bench.signing.files.delete(await bench.addCaller(), fileId)).rejects.toMatchObject(
      NOT_FOUND,
    );
    await expect(bench.signing.files.delete(colleague, fileId)).rejects.toMatchObject({ code: 'not_yours' });
    await bench.runJobs();
    expect(bench.blobs.blobs.size).toBe(1);
  });

  it('takes one of two calls at once', async () => {
    const fileId = await bench.upload(caller);
    const calls = [1, 2].map(() => bench.signing.files.delete(caller, fileId));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('leaves the file to a document that is prepared only afterwards', async () => {
    const fileId = await bench.upload(caller);
    const { document } = await bench.signing.documents.create(caller, {
      fileId,
      name: 'Contract',
      signeeDetails: [signeeInput()],
    });
    await bench.signing.files.delete(caller, fileId);
    await bench.runJobs();
    expect((await bench.find(document.documentId)).status).toBe('awaiting_signatures');
    const row = await findRow(fileId);
    expect(bench.blobs.blobs.has(row?.blobId ?? '')).toBe(true);
    await expect(bench.signing.files.readFields(caller, fileId)).rejects.toMatchObject(NOT_FOUND);
  });

  it('removes the PDF once the last document of a deleted file is gone', async () => {
    const { fileId, documentId } = await bench.send(caller, [signeeInput()]);
    await bench.signing.files.delete(caller, fileId);
    await bench.runJobs();
    const blobId = (await findRow(fileId))?.blobId ?? '';
    const document = await bench.find(documentId);
    await bench.database.transact(({ documents }) => documents.update({ ...document, status: 'deleted' }));
    await bench.signing.jobs.run({ name: 'remove-unused-blob', blobId });
    expect(bench.blobs.blobs.has(blobId)).toBe(false);
    expect(await findRow(fileId)).toBeNull();
  });

  it('gives a file that is going no new document', async () => {
    const fileId = await bench.upload(caller);
    const { database, signing } = bench;
    const checkRequest = bench.toolkit.checkRequest.bind(bench.toolkit);
    bench.toolkit.checkRequest = async (...args) => {
      await signing.files.delete(caller, fileId);
      await bench.runJobs();
      return checkRequest(...args);
    };
    const work = signing.documents.create(caller, { fileId, name: 'X', signeeDetails: [signeeInput()] });
    await expect(work).rejects.toMatchObject(NOT_FOUND);
    const page = { accountId: caller.accountId, userId: caller.userId, limit: 10, offset: 0 };
    expect(await database.read.documents.list(page)).toEqual([]);
  });

  it('may be killed after the blob and before the row', async () => {
    const fileId = await bench.upload(caller);
    const blobId = (await findRow(fileId))?.blobId ?? '';
    await bench.signing.files.delete(caller, fileId);
    await bench.blobs.remove(blobId);
    await bench.runJobs();
    expect(await findRow(fileId)).toBeNull();
    await expect(bench.signing.jobs.run({ name: 'remove-unused-blob', blobId })).resolves.toBeUndefined();
  });
});

describe('an upload that was killed', () => {
  it('leaves a job that removes what was written and became no file, and nothing else', async () => {
    const bench = new Workbench();
    const caller = await bench.addCaller();
    await bench.upload(caller);
    const [keep] = [...bench.blobs.blobs.keys()];
    // As if killed after its blob is stored.
    bench.toolkit.inspectUpload = () => new Promise(() => undefined);
    void bench.upload(caller);
    while (bench.blobs.blobs.size < 2) await new Promise((resolve) => setImmediate(resolve));
    const jobs = bench.database.jobs.filter(({ job }) => job.name === 'remove-unused-blob');
    const { maxUploadSeconds } = bench.deps.settings;
    expect(jobs.every(({ startAfterSeconds }) => startAfterSeconds > maxUploadSeconds)).toBe(true);
    for (const { job } of jobs) await bench.signing.jobs.run(job);
    expect([...bench.blobs.blobs.keys()]).toEqual([keep]);
    await bench.blobs.close();
  });
});
