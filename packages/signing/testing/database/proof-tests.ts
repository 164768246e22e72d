import { randomUUID } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import { BUILT_AT } from '@countersign/identity/testing';
import { expect, it } from 'vitest';
import type { Database } from '../../ports/database.ts';
import type { Proof } from '../../proofs/proof.ts';
import { newSession } from '../../sessions/session.ts';
import type { OpenDatabase } from './open-database.ts';
import { seedDocument } from './seed.ts';

const minutesLater = (minutes: number) => new Date(BUILT_AT.getTime() + minutes * 60_000);

export function proofTests(database: OpenDatabase): void {
  it('keeps a proof to the letter, and replaces it', async () => {
    const proof = await insertProof(database());
    expect(await database().read.proofs.find(proof.proofId)).toEqual(proof);
    const changed: Proof = {
      ...proof,
      status: 'succeeded',
      attempts: 2,
      state: { contact: 'ada@example.com', at: BUILT_AT },
      result: {
        values: [{ name: 'Mail|svc-email-verification', value: ['ada@example.com'] }],
        facts: { emailAddress: 'ada@example.com' },
        parts: { scan: { scannedAt: BUILT_AT, imageBlobId: null } },
        attachments: [],
      },
      polledAt: minutesLater(1),
      finishedAt: minutesLater(2),
    };
    await database().transact(({ proofs }) => proofs.update(changed));
    expect(await database().read.proofs.find(proof.proofId)).toEqual(changed);
    await expect(
      database().transact(({ proofs }) => proofs.update({ ...proof, proofId: randomUUID() })),
    ).rejects.toThrow();
  });

  it('writes what was entered once', async () => {
    const entered = [{ name: 'City', value: 'Łódź' }];
    const proof = await insertProof(database(), { entered });
    await database().transact(({ proofs }) => proofs.update({ ...proof, entered: [], attempts: 1 }));
    expect(await database().read.proofs.find(proof.proofId)).toEqual({ ...proof, attempts: 1 });
  });

  it('finds a proof by the hash of its handover, until that changes', async () => {
    const proof = await insertProof(database());
    const [first, second] = [hashSecret(randomUUID()), hashSecret(randomUUID())];
    const handover = { hash: first, isClaimed: false, offers: 1, expiresAt: minutesLater(5) };
    await database().transact(({ proofs }) => proofs.update({ ...proof, handover }));
    expect(await database().read.proofs.findHandedOver(first)).toEqual({ ...proof, handover });
    const claimed = { ...handover, hash: second, isClaimed: true };
    await database().transact(({ proofs }) => proofs.update({ ...proof, handover: claimed }));
    const { proofs } = database().read;
    expect(await proofs.findHandedOver(first)).toBeNull();
    expect(await proofs.findHandedOver(second)).toMatchObject({ proofId: proof.proofId });
  });

  it('lists the proofs of a session and of a signee, oldest first', async () => {
    const first = await insertProof(database(), { createdAt: minutesLater(1) });
    const second = { ...first, proofId: randomUUID(), createdAt: minutesLater(2) };
    const other = { ...first, proofId: randomUUID(), signeeId: randomUUID() };
    await database().transact(async ({ proofs }) => {
      for (const one of [second, other]) await proofs.insert(one);
    });
    const ofSession = await database().read.proofs.listForSession(first.sessionHash);
    expect(new Set(ofSession.map(({ proofId }) => proofId))).toEqual(
      new Set([first, second, other].map(({ proofId }) => proofId)),
    );
    expect(await database().read.proofs.listForSignee(first.documentId, first.signeeId)).toEqual([
      first,
      second,
    ]);
    expect(await database().read.proofs.listForDocument(first.documentId)).toHaveLength(3);
    await database().transact(({ proofs }) => proofs.removeForSignee(first.documentId, first.signeeId));
    expect(await database().read.proofs.listForSession(first.sessionHash)).toEqual([other]);
  });

  it('removes the proofs of a removed session, and those whose time is over', async () => {
    const [gone, old, kept] = [
      await insertProof(database()),
      await insertProof(database(), { removeAt: minutesLater(-100_000) }),
      await insertProof(database()),
    ];
    await database().transact(({ sessions }) => sessions.removeForDocument(gone.documentId));
    expect(await database().read.proofs.find(gone.proofId)).toBeNull();
    const remove = () =>
      database().transact(async ({ proofs }) => {
        const expired = await proofs.lockExpired(minutesLater(-100_000), 10);
        for (const { proofId } of expired) await proofs.remove(proofId);
        return expired;
      });
    const { state: _, result: __, entered: ___, ...facts } = old;
    expect([await remove(), await remove()]).toEqual([[facts], []]);
    expect(await database().read.proofs.find(old.proofId)).toBeNull();
    expect(await database().read.proofs.find(kept.proofId)).toEqual(kept);
  });

  it('removes what a proof holds, and keeps its facts until another time', async () => {
    const proof = await insertProof(database(), { removeAt: minutesLater(-90_000) });
    const removeAt = minutesLater(-80_000);
    const { state: _, result: __, entered: ___, ...facts } = proof;
    await database().transact(({ proofs }) =>
      proofs.removeContent({ ...facts, status: 'expired', removeAt }),
    );
    const left = { ...facts, status: 'expired', removeAt, state: null, result: null };
    expect(await database().read.proofs.find(proof.proofId)).toEqual(left);
    const lockExpired = (date: Date) => database().transact(({ proofs }) => proofs.lockExpired(date, 10));
    expect(await lockExpired(minutesLater(-85_000))).toEqual([]);
    expect(await lockExpired(removeAt)).toMatchObject([{ proofId: proof.proofId }]);
    await database().transact(({ proofs }) => proofs.remove(proof.proofId));
  });
}

async function insertProof(database: Database, changes: Partial<Proof> = {}): Promise<Proof> {
  const { documentId } = await seedDocument(database, {});
  const signeeId = randomUUID();
  const subject = { linkHash: hashSecret(randomUUID()), documentId, signeeId, verification: null };
  const session = newSession(subject, randomUUID(), BUILT_AT);
  const proof: Proof = {
    proofId: randomUUID(),
    sessionHash: session.idHash,
    documentId,
    signeeId,
    kind: 'email_code',
    field: 'Mail|svc-email-verification',
    status: 'pending',
    reason: null,
    attempts: 0,
    state: null,
    result: null,
    createdAt: BUILT_AT,
    expiresAt: minutesLater(10),
    polledAt: null,
    finishedAt: null,
    removeAt: session.expiresAt,
    ...changes,
  };
  await database.transact(async ({ sessions, proofs }) => {
    await sessions.save(session);
    await proofs.insert(proof);
  });
  return proof;
}
