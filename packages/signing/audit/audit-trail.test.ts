import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../accounts/account.ts';
import { buildAuditEntry } from '../testing/builders.ts';
import { fakePdf } from '../testing/fake-toolkit.ts';
import { signeeInput, Workbench } from '../testing/workbench.ts';
import { MAX_TRAILS, readAuditTrail } from './read-audit-trail.ts';

describe('the audit trail', () => {
  let bench: Workbench;
  let caller: Caller;
  beforeEach(async () => {
    bench = new Workbench();
    caller = await bench.addCaller();
  });
  afterEach(() => bench.blobs.close());

  const trailOf = (kind: 'file' | 'document', id: string) =>
    readAuditTrail(bench.database.read, { kind, id });

  it('of an upload says who, when, what came and what was removed', async () => {
    const fileId = await bench.upload(caller, fakePdf({ signatureFields: 2, activeContent: 3 }));
    const { entries, isWhole } = await trailOf('file', fileId);
    expect(isWhole).toBe(true);
    expect(entries).toMatchObject([
      {
        type: 'file.uploaded',
        userId: caller.userId,
        accountId: caller.accountId,
        date: bench.now,
        details: {
          name: 'a.pdf',
          pages: 1,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          removals: {
            counts: { signatureFields: 2, activeContent: 3 },
            signatureFields: ['Signature0', 'Signature1'],
          },
        },
      },
    ]);
  });

  it('of a document begins with those of the files it was made from, deleted ones too', async () => {
    const first = await bench.upload(caller, fakePdf({ signatureFields: 1 }));
    const second = await bench.upload(caller);
    const { fileId } = await bench.signing.mergeFiles(caller, { fileIds: [second, first], name: 'All' });
    const { documentId } = await bench.send(caller, [signeeInput()], { fileId });
    await bench.signing.deleteFile(caller, first);
    await bench.runJobs();
    const { entries } = await trailOf('document', documentId);
    expect(entries.map(({ type, subject }) => [type, subject.id])).toEqual([
      ['file.uploaded', second],
      ['file.uploaded', first],
      ['file.deleted', first],
      ['file.merged', fileId],
      ['document.created', documentId],
    ]);
  });

  it('is read to its end however files were merged, each trail once, and says where it stops', async () => {
    const chain = (id: number, fileIds: readonly string[]) =>
      buildAuditEntry({ subject: { kind: 'file', id: String(id) }, fileIds });
    const length = MAX_TRAILS + 5;
    await bench.database.transact(async ({ audit }) => {
      // Each is made from the one before it, twice, and from itself: nobody can, and nothing may hang.
      for (let id = 0; id < length; id++)
        await audit.append(chain(id, id === 0 ? [] : [String(id - 1), String(id - 1), String(id)]));
    });
    const whole = await trailOf('file', String(MAX_TRAILS - 1));
    expect([whole.entries.length, whole.isWhole]).toEqual([MAX_TRAILS, true]);
    const cut = await trailOf('file', String(length - 1));
    expect([cut.entries.length, cut.isWhole]).toEqual([MAX_TRAILS, false]);
  });
});
