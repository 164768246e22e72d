import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Stores } from '../../ports/database.ts';
import { buildAuditEntry, buildDocument } from '../builders.ts';
import type { OpenDatabase } from './open-database.ts';
import { seed, seedDocument } from './seed.ts';

export function transactionTests(database: OpenDatabase, countJobs: () => Promise<number>): void {
  it('keeps nothing of a transaction that throws', async () => {
    const { file } = await seed(database());
    const document = buildDocument(file);
    const subject = { kind: 'document', id: document.documentId } as const;
    const before = await countJobs();
    const work = async (stores: Stores) => {
      await stores.documents.insert(document);
      await stores.audit.append(buildAuditEntry({ subject }));
      await stores.jobs.enqueue({ name: 'prepare-document', documentId: document.documentId });
      throw new Error('changed our mind');
    };
    await expect(database().transact(work)).rejects.toThrow('changed our mind');
    expect(await database().read.documents.find(document.documentId)).toBeNull();
    expect(await database().read.audit.listFor(subject)).toEqual([]);
    expect(await countJobs()).toBe(before);
  });

  it('enqueues jobs with the transaction', async () => {
    const before = await countJobs();
    const documentId = randomUUID();
    await database().transact(async ({ jobs }) => {
      await jobs.enqueue({ name: 'prepare-document', documentId });
      await jobs.enqueue({ name: 'deliver-webhook', deliveryId: randomUUID() }, { startAfterSeconds: 3600 });
    });
    expect(await countJobs()).toBe(before + 2);
  });

  it('resolves with what the work resolves with, and works on after a throw', async () => {
    const failing = database().transact(async () => Promise.reject(new Error('once')));
    await expect(failing).rejects.toThrow('once');
    expect(await database().transact(async () => 'done')).toBe('done');
  });

  it('shows a transaction its own writes', async () => {
    const { file } = await seed(database());
    const document = buildDocument(file);
    const found = await database().transact(async (stores) => {
      await stores.documents.insert(document);
      return stores.documents.find(document.documentId);
    });
    expect(found).toEqual(document);
  });

  it('keeps both of two concurrent changes to a locked document', async () => {
    const document = await seedDocument(database(), { name: '' });
    const appendLetter = (letter: string) =>
      database().transact(async ({ documents }) => {
        const locked = await documents.lock(document.documentId);
        if (locked === null) throw new Error('not found');
        await wait(20);
        await documents.update({ ...locked, name: locked.name + letter });
      });
    await Promise.all([appendLetter('a'), appendLetter('b'), appendLetter('c')]);
    const found = await database().read.documents.find(document.documentId);
    expect([...(found?.name ?? '')].sort()).toEqual(['a', 'b', 'c']);
  });
}
