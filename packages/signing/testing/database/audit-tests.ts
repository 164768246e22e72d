import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { AuditEntry, AuditSubject } from '../../audit/audit-entry.ts';
import { checkAuditTrail, readAuditTrail } from '../../audit/audit-trail.ts';
import { buildAuditEntry } from '../builders.ts';
import type { OpenDatabase } from './open-database.ts';

export function auditTests(database: OpenDatabase): void {
  const append = (...entries: readonly AuditEntry[]) =>
    database().transact(({ audit }) => audit.append(...entries));
  const chainOf = (subject: AuditSubject) => database().read.audit.listFor(subject);

  it('keeps the trail of a subject in the order of appending, with every detail to the letter', async () => {
    const subject = newFile();
    const details = [
      {},
      // Difficult field names: stores must keep them and the order of members, which is hashed.
      { z: 'a\u0000b', a: '\ud800', list: [null, 0.5, { nested: 'Łukasz "Żółć"' }], $date: 'no date' },
      { last: true },
    ];
    const entries = details.map((detail) => buildAuditEntry({ subject, details: detail }));
    for (const entry of entries) await append(entry);
    await append(buildAuditEntry({ userId: null }));
    const trail = await readAuditTrail(database().read, subject);
    expect(trail.entries).toMatchObject(entries);
    const stored = await chainOf(subject);
    expect(stored.map((entry) => entry.details)).toEqual(details.map((detail) => JSON.stringify(detail)));
  });

  it('finds an entry by its id', async () => {
    const subject = newFile();
    const entry = buildAuditEntry({ subject });
    await append(buildAuditEntry({ subject }), entry);
    expect(await database().read.audit.find(entry.entryId)).toEqual((await chainOf(subject))[1]);
    expect(await database().read.audit.find(randomUUID())).toBeNull();
  });

  it('keeps the trails of a file and of a document with the same id apart', async () => {
    const id = randomUUID();
    const [file, document] = (['file', 'document'] as const).map((kind) =>
      buildAuditEntry({ subject: { kind, id } }),
    );
    if (file === undefined || document === undefined) throw new Error('both were built');
    await append(file);
    await append(document);
    const [stored, ...others] = await chainOf({ kind: 'file', id });
    expect([stored?.entryId, others]).toEqual([file.entryId, []]);
  });

  it('chains every entry to the one before it and to the ends of the trails it follows from', async () => {
    const [file, older, document] = [newFile(), newFile(), { kind: 'document', id: randomUUID() } as const];
    await append(buildAuditEntry({ subject: file }));
    await append(buildAuditEntry({ subject: file }));
    const fileIds = [older.id, file.id];
    await append(buildAuditEntry({ subject: document, fileIds }), buildAuditEntry({ subject: document }));
    await append(buildAuditEntry({ subject: file }));
    const files = await chainOf(file);
    const chain = await chainOf(document);
    expect(chain).toMatchObject([
      { sequence: 1, previousHash: null, fileHeads: [null, files[1]?.hash] },
      { sequence: 2, previousHash: chain[0]?.hash, fileHeads: [] },
    ]);
    expect(await checkAuditTrail(database().read, document)).toEqual({
      entries: 2,
      broken: null,
      isComplete: true,
    });
  });

  it('does not fork a chain, however many append to it at once', async () => {
    const subject = newFile();
    const entries = Array.from({ length: 12 }, () => buildAuditEntry({ subject }));
    await Promise.all(entries.map((entry) => append(entry)));
    const chain = await chainOf(subject);
    expect(chain.map(({ sequence }) => sequence)).toEqual(entries.map((_, index) => index + 1));
    expect(chain.map(({ entryId }) => entryId).sort()).toEqual(entries.map(({ entryId }) => entryId).sort());
    expect((await checkAuditTrail(database().read, subject)).broken).toBeNull();
  });

  it('leaves no gap where a transaction was undone', async () => {
    const subject = newFile();
    await append(buildAuditEntry({ subject }));
    const undone = database().transact(async ({ audit }) => {
      await audit.append(buildAuditEntry({ subject }));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await append(buildAuditEntry({ subject }));
    expect((await chainOf(subject)).map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect((await checkAuditTrail(database().read, subject)).broken).toBeNull();
  });
}

function newFile() {
  return { kind: 'file', id: randomUUID() } as const;
}
