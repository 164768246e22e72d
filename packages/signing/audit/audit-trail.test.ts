import { createHash } from 'node:crypto';
import type { Caller } from '@countersign/identity';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildAuditEntry } from '../testing/builders.ts';
import { FakeFault, fakePdf } from '../testing/fake-toolkit.ts';
import { signeeInput, Workbench } from '../testing/workbench.ts';
import { checkAuditTrail, MAX_TRAILS, readAuditTrail } from './audit-trail.ts';

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
    const { fileId } = await bench.signing.files.merge(caller, { fileIds: [second, first], name: 'All' });
    const { documentId } = await bench.send(caller, [signeeInput()], { fileId });
    await bench.signing.files.delete(caller, first);
    await bench.runJobs();
    const { entries } = await trailOf('document', documentId);
    expect(entries.map(({ type, subject }) => [type, subject.id])).toEqual([
      ['file.uploaded', second],
      ['file.uploaded', first],
      ['file.deleted', first],
      ['file.merged', fileId],
      ['document.created', documentId],
      ['document.prepared', documentId],
      ['document.invited', documentId],
    ]);
  });

  const SEAL = { level: 'B-B', timestamp: null, failures: [] };

  it('[D12-04] of a document tells everything up to the sealed file, without addresses', async () => {
    const { documentId, signees } = await bench.send(caller, [signeeInput()]);
    const link = signees[0]?.token ?? '';
    await bench.signing.signingPages.open(link);
    await bench.signing.signingPages.open(link);
    await bench.sign(signees[0]);
    await bench.runJobs();
    const { entries } = await trailOf('document', documentId);
    const { preparedBlobId, sealedSha256 } = await bench.find(documentId);
    const signeeId = signees[0]?.signeeId;
    const sealed = { sha256: sealedSha256, size: expect.any(Number), seal: SEAL };
    const prepared = await hashOf(preparedBlobId);
    const valuesSha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
    const origin = {
      fileSha256: prepared.sha256,
      valuesSha256,
      signeeId,
      ipAddress: '192.0.2.1',
      userAgent: 'Test/1',
    };
    expect(entries.map(({ type, userId, details }) => [type, userId, details])).toEqual([
      ['file.uploaded', caller.userId, expect.anything()],
      [
        'document.created',
        caller.userId,
        {
          name: 'Contract',
          ownerId: caller.userId,
          signees: [{ signeeId, signatureType: 'digital_ink' }],
        },
      ],
      ['document.prepared', null, { ...prepared, size: expect.any(Number) }],
      ['document.invited', null, { signeeId, channels: ['email'] }],
      ['document.opened', null, { signeeId }],
      ['document.consented', null, { ...origin, text: 'I agree (en)', language: 'en' }],
      ['document.signed', null, { ...origin, signatureType: 'digital_ink', ink: 'typed' }],
      ['document.sealed', null, sealed],
      ['document.completed', null, sealed],
    ]);
    expect(JSON.stringify(entries)).not.toContain('lukasz@example.com');
    expect(
      (await checkAuditTrail(bench.database.read, { kind: 'document', id: documentId })).broken,
    ).toBeNull();
  });

  it('has one line of an invitation, although the job that opens the document ran twice', async () => {
    const { documentId } = await bench.send(caller, [signeeInput()]);
    const prepare = () => bench.signing.jobs.run({ name: 'prepare-document', documentId });
    await Promise.all([prepare(), prepare()]);
    const { entries } = await trailOf('document', documentId);
    expect(entries.filter(({ type }) => type === 'document.invited')).toHaveLength(1);
  });

  it('of a document that cannot be made says why', async () => {
    bench.toolkit.failNext('prepare', new FakeFault('damaged'));
    const { documentId, errorMessage } = await bench.send(caller, [signeeInput()]);
    const { entries } = await trailOf('document', documentId);
    expect(entries.at(-1)).toMatchObject({ type: 'document.failed', details: { errorMessage } });
  });

  const hashOf = async (blobId: string | null) => {
    const content = bench.blobs.blobs.get(blobId ?? '') ?? '';
    return { sha256: createHash('sha256').update(content).digest('hex') };
  };

  it('is read to its end however files were merged, each trail once, and says where it stops', async () => {
    const chain = (id: number, fileIds: readonly string[]) =>
      buildAuditEntry({ subject: { kind: 'file', id: String(id) }, fileIds });
    const length = MAX_TRAILS + 5;
    await bench.database.transact(async ({ audit }) => {
      // A cycle, which no request can make: it must not hang.
      for (let id = 0; id < length; id++)
        await audit.append(chain(id, id === 0 ? [] : [String(id - 1), String(id - 1), String(id)]));
    });
    const whole = await trailOf('file', String(MAX_TRAILS - 1));
    expect([whole.entries.length, whole.isWhole]).toEqual([MAX_TRAILS, true]);
    const cut = await trailOf('file', String(length - 1));
    expect([cut.entries.length, cut.isWhole]).toEqual([MAX_TRAILS, false]);
  });
});
