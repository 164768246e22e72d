import { setTimeout as wait } from 'node:timers/promises';
import { BUILT_AT } from '@countersign/identity/testing';
import { expect, it } from 'vitest';
import { DOCUMENT_STATUSES } from '../../documents/document.ts';
import type { StoredFile } from '../../files/file.ts';
import { buildDocument, buildFile } from '../builders.ts';
import type { OpenDatabase } from './open-database.ts';
import { seed } from './seed.ts';

export function fileTests(database: OpenDatabase): void {
  it('finds a file by its id and by its PDF', async () => {
    const { file } = await seed(database());
    expect(await database().read.files.find(file.fileId)).toEqual(file);
    expect(await database().read.files.findByBlob(file.blobId)).toEqual(file);
    expect(await database().read.files.findByBlob('other')).toBeNull();
  });

  it('changes a file as a whole, and one that is there only', async () => {
    const { user, file } = await seed(database());
    const deleted = { ...file, deletedAt: BUILT_AT };
    await database().transact(({ files }) => files.update(deleted));
    expect(await database().read.files.find(file.fileId)).toEqual(deleted);
    const missing = database().transact(({ files }) => files.update(buildFile(user)));
    await expect(missing).rejects.toThrow();
  });

  it('lists unused files, the oldest first: not deleted, and in no document that is not deleted', async () => {
    const { user } = await seed(database());
    const longAgo = (seconds: number) => new Date(Date.UTC(1999, 0, 1, 0, 0, seconds));
    const build = (seconds: number, changes: Partial<StoredFile> = {}) =>
      buildFile(user, { createdAt: longAgo(seconds), ...changes });
    const [younger, older, used, freed] = [build(2), build(1), build(1), build(3)];
    const deleted = build(1, { deletedAt: BUILT_AT });
    await database().transact(async ({ files, documents }) => {
      for (const file of [younger, older, used, freed, deleted, build(4)]) await files.insert(file);
      await documents.insert(buildDocument(used));
      await documents.insert(buildDocument(freed, { status: 'deleted' }));
    });
    const { files } = database().read;
    const unused = [older, younger, freed].map(({ fileId }) => fileId);
    expect(await files.listUnused(longAgo(4), 10)).toEqual(unused);
    expect(await files.listUnused(longAgo(4), 1)).toEqual(unused.slice(0, 1));
  });

  it('removes a file, and takes it when there is none', async () => {
    const { file } = await seed(database());
    for (let times = 0; times < 2; times++) {
      await database().transact(({ files }) => files.remove(file.fileId));
    }
    expect(await database().read.files.find(file.fileId)).toBeNull();
  });

  it('tells whether a document that is not deleted is made from a file', async () => {
    const { file } = await seed(database());
    const { file: other } = await seed(database());
    const usesFile = (fileId: string) => database().read.documents.usesFile(fileId);
    const document = buildDocument(file, { status: 'revoked' });
    await database().transact(({ documents }) => documents.insert(document));
    for (const status of DOCUMENT_STATUSES.filter((one) => one !== 'deleted')) {
      await database().transact(({ documents }) => documents.update({ ...document, status }));
      expect([status, await usesFile(file.fileId), await usesFile(other.fileId)]).toEqual([
        status,
        true,
        false,
      ]);
    }
    await database().transact(({ documents }) => documents.update({ ...document, status: 'deleted' }));
    expect(await usesFile(file.fileId)).toBe(false);
  });

  it('keeps both of two concurrent changes to a locked file', async () => {
    const { file } = await seed(database());
    const appendLetter = (letter: string) =>
      database().transact(async ({ files }) => {
        const locked = await files.lock(file.fileId);
        if (locked === null) throw new Error('not found');
        await wait(20);
        await files.update({ ...locked, originalName: locked.originalName + letter });
      });
    await Promise.all([appendLetter('1'), appendLetter('2')]);
    const found = await database().read.files.find(file.fileId);
    expect([...(found?.originalName ?? '')].slice(-2).sort()).toEqual(['1', '2']);
  });
}
