import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditStore } from '../ports/database.ts';
import { buildAuditEntry } from '../testing/builders.ts';
import { MemoryDatabase } from '../testing/memory-database.ts';
import { type AuditSubject, type ChainedEntry, chainEntry } from './audit-entry.ts';
import { checkAuditTrail } from './audit-trail.ts';

const DOCUMENT: AuditSubject = { kind: 'document', id: 'd' };
const [MERGED, PART] = ['merged', 'part'].map((id): AuditSubject => ({ kind: 'file', id }));

describe('the check of an audit trail', () => {
  let database: MemoryDatabase;

  beforeEach(async () => {
    database = new MemoryDatabase();
    if (MERGED === undefined || PART === undefined) throw new Error('both were built');
    const entries = [
      buildAuditEntry({ subject: PART }),
      buildAuditEntry({ subject: MERGED, fileIds: ['part'] }),
      buildAuditEntry({ subject: DOCUMENT, fileIds: ['merged'] }),
      buildAuditEntry({ subject: DOCUMENT }),
      buildAuditEntry({ subject: PART, type: 'file.deleted' }),
      buildAuditEntry({ subject: DOCUMENT }),
    ];
    for (const entry of entries) await database.transact(({ audit }) => audit.append(entry));
  });

  /** A store whose chain was tampered with. */
  function tampered(id: string, change: (chain: readonly ChainedEntry[]) => readonly ChainedEntry[]) {
    const listFor: AuditStore['listFor'] = async (subject) => {
      const chain = await database.read.audit.listFor(subject);
      return subject.id === id ? change(chain) : chain;
    };
    return { audit: { ...database.read.audit, listFor } };
  }

  /** The chain with every entry after the first `kept` changed and hashed again. */
  function rewrite(chain: readonly ChainedEntry[], kept: number): readonly ChainedEntry[] {
    const written = chain.slice(0, kept);
    for (const entry of chain.slice(kept)) {
      const changed = { ...entry, userId: 'somebody else' };
      written.push(chainEntry(changed, written.at(-1) ?? null, entry.fileHeads));
    }
    return written;
  }

  it('finds nothing in a whole one, of files deleted since too', async () => {
    const head = (await database.read.audit.listFor(DOCUMENT))[1];
    expect(await checkAuditTrail(database.read, DOCUMENT, head)).toEqual({
      entries: 3,
      broken: null,
      isComplete: true,
    });
  });

  it('names the entry after one that was taken out', async () => {
    const chain = await database.read.audit.listFor(DOCUMENT);
    const { broken } = await checkAuditTrail(
      tampered('d', (entries) => entries.toSpliced(1, 1)),
      DOCUMENT,
    );
    expect(broken).toEqual({
      subject: DOCUMENT,
      sequence: 3,
      entryId: chain[2]?.entryId,
      fault: 'out_of_sequence',
    });
  });

  it('names the entry after one that was written anew with its hash', async () => {
    const store = tampered('d', (entries) => [...rewrite(entries, 1).slice(0, 2), ...entries.slice(2)]);
    expect((await checkAuditTrail(store, DOCUMENT)).broken).toMatchObject({
      sequence: 3,
      fault: 'unchained',
    });
  });

  it('finds by the head that was sealed what was cut off or written anew to the end', async () => {
    const head = (await database.read.audit.listFor(DOCUMENT))[2];
    const cut = tampered('d', (entries) => entries.slice(0, 2));
    expect((await checkAuditTrail(cut, DOCUMENT)).broken).toBeNull();
    expect((await checkAuditTrail(cut, DOCUMENT, head)).broken).toEqual({
      subject: DOCUMENT,
      sequence: 3,
      entryId: null,
      fault: 'not_sealed',
    });
    const written = tampered('d', (entries) => rewrite(entries, 1));
    expect((await checkAuditTrail(written, DOCUMENT)).broken).toBeNull();
    expect((await checkAuditTrail(written, DOCUMENT, head)).broken).toMatchObject({ fault: 'not_sealed' });
  });

  it('finds in the document what was changed in the trail of a file of its files', async () => {
    const changed = tampered('part', ([first, ...rest]) =>
      first === undefined ? [] : [{ ...first, details: 'no JSON' }, ...rest],
    );
    expect((await checkAuditTrail(changed, DOCUMENT)).broken).toMatchObject({
      subject: PART,
      sequence: 1,
      fault: 'changed',
    });
    const written = tampered('part', (entries) => rewrite(entries, 0));
    expect((await checkAuditTrail(written, DOCUMENT)).broken).toMatchObject({
      subject: MERGED,
      sequence: 1,
      fault: 'origin_changed',
    });
  });

  it('survives whatever was made of an entry', async () => {
    const broken = { fileIds: { not: 'a list' }, date: new Date(Number.NaN), details: '{' };
    const store = tampered('d', ([first, ...rest]) => [{ ...first, ...broken } as never, ...rest]);
    expect((await checkAuditTrail(store, DOCUMENT)).broken).toMatchObject({ sequence: 1, fault: 'changed' });
  });
});
