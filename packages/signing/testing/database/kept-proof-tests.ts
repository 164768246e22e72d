import { randomUUID } from 'node:crypto';
import { BUILT_AT } from '@countersign/identity/testing';
import { expect, it } from 'vitest';
import type { KeptProof } from '../../proofs/proof.ts';
import type { OpenDatabase } from './open-database.ts';
import { seedDocument } from './seed.ts';

export function keptProofTests(database: OpenDatabase): void {
  it('keeps what was proved with a signature until the document is removed', async () => {
    const { documentId, accountId } = await seedDocument(database(), {});
    const kept: KeptProof = {
      ...{ proofId: randomUUID(), documentId, signeeId: randomUUID(), kind: 'electronic_id' },
      keptAt: BUILT_AT,
      content: { personalNumber: '191212121212', fullName: 'Łukasz Żółć', signature: null },
    };
    const later = { ...kept, proofId: randomUUID(), keptAt: new Date(BUILT_AT.getTime() + 1000) };
    await database().transact(async ({ keptProofs }) => {
      await keptProofs.insert(later);
      await keptProofs.insert(kept);
    });
    const { read } = database();
    const facts = [kept, later].map(({ content: _, ...rest }) => rest);
    expect(await read.keptProofs.list({ documentId })).toEqual(facts);
    expect(await read.keptProofs.list({ accountId })).toEqual(facts);
    expect(await read.keptProofs.list({ accountId: randomUUID() })).toEqual([]);
    expect(await read.keptProofs.find(kept.proofId)).toEqual(kept);
    expect(await read.keptProofs.find(randomUUID())).toBeNull();
    await database().transact(({ keptProofs }) => keptProofs.removeForDocument(documentId));
    expect(await read.keptProofs.list({ documentId })).toEqual([]);
  });
}
