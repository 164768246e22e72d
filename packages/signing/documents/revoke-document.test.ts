import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkAuditTrail, readAuditTrail } from '../audit/audit-trail.ts';
import { signeeInput, Workbench } from '../testing/workbench.ts';

describe('revoking and deleting', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller();
  });
  afterEach(() => bench.blobs.close());

  it('[D4-11] [D4-12] is for those who may see the document', async () => {
    const hidden = await bench.send(caller, [signeeInput()]);
    const shared = await bench.send(caller, [signeeInput()], { sharingSetting: 'shared' });
    const stranger = await bench.addCaller();
    const colleague = await bench.addCaller({ accountId: caller.accountId });
    const { revoke, delete: remove } = bench.signing.documents;
    for (const operation of [revoke, remove]) {
      const call = (who: Caller) => operation(who, hidden.documentId);
      await expect(call(stranger)).rejects.toMatchObject({ code: 'document_not_found' });
      await expect(call(colleague)).rejects.toMatchObject({ code: 'not_yours' });
    }
    expect((await bench.find(hidden.documentId)).status).toBe('awaiting_signatures');
    await revoke(colleague, shared.documentId);
    await remove(colleague, shared.documentId);
    expect((await bench.find(shared.documentId)).status).toBe('deleted');
  });

  it('is in the audit trail with who did it, and nothing of the content stays', async () => {
    const { documentId } = await bench.send(caller, [signeeInput()]);
    await bench.signing.documents.revoke(caller, documentId);
    await bench.signing.documents.delete(caller, documentId);
    await bench.runJobs();
    const subject = { kind: 'document', id: documentId } as const;
    const { entries } = await readAuditTrail(bench.database.read, subject);
    expect(entries.slice(-2).map(({ type, userId }) => [type, userId])).toEqual([
      ['document.revoked', caller.userId],
      ['document.deleted', caller.userId],
    ]);
    expect(await checkAuditTrail(bench.database.read, subject)).toMatchObject({ broken: null });
    expect(await bench.find(documentId)).toMatchObject({ name: '', signees: [], fields: [] });
    expect([...bench.blobs.blobs.keys()]).toEqual([]);
  });

  it('of one of two documents of a file leaves the file to the other', async () => {
    const fileId = await bench.upload(caller);
    const first = await bench.send(caller, [signeeInput()], { fileId });
    const second = await bench.send(caller, [signeeInput()], { fileId });
    for (const [{ documentId }, isKept] of [
      [first, true],
      [second, false],
    ] as const) {
      await bench.signing.documents.revoke(caller, documentId);
      await bench.signing.documents.delete(caller, documentId);
      await bench.runJobs();
      expect((await bench.database.read.files.find(fileId)) !== null).toBe(isKept);
    }
  });
});
