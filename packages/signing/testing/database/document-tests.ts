import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { buildSignee } from '../builders.ts';
import { textField } from '../fake-toolkit.ts';
import { fullState } from './full-state.ts';
import type { OpenDatabase } from './open-database.ts';
import { seedDocument } from './seed.ts';

export function documentTests(database: OpenDatabase): void {
  it('gives a document back as it was put, dates, decimals, unicode and nulls included', async () => {
    const document = await seedDocument(database(), fullState());
    expect(await database().read.documents.find(document.documentId)).toEqual(document);
    const locked = await database().transact(({ documents }) => documents.lock(document.documentId));
    expect(locked).toEqual(document);
  });

  it('gives optional members back as absent', async () => {
    const box = {
      id: randomUUID(),
      type: 'signature' as const,
      page: 0,
      x: 1.5,
      y: 2,
      width: 219,
      height: 58,
    };
    const document = await seedDocument(database(), { boxes: [box] });
    const found = await database().read.documents.find(document.documentId);
    expect(found?.boxes).toStrictEqual([box]);
  });

  it('writes the whole state on update', async () => {
    const document = await seedDocument(database(), {});
    const changed = { ...document, ...fullState(), status: 'completed' as const };
    await database().transact(({ documents }) => documents.update(changed));
    expect(await database().read.documents.find(document.documentId)).toEqual(changed);
  });

  it('refuses to update what is not there and to insert what is', async () => {
    const document = await seedDocument(database(), {});
    const stranger = { ...document, documentId: randomUUID() };
    await expect(database().transact(({ documents }) => documents.update(stranger))).rejects.toThrow();
    await expect(database().transact(({ documents }) => documents.insert(document))).rejects.toThrow();
  });

  it('finds a document and signee by the hash of a link token', async () => {
    const signees = [buildSignee(), buildSignee()];
    const document = await seedDocument(database(), { signees });
    for (const { tokenHash, signeeId } of signees) {
      const found = await database().read.documents.findByTokenHash(tokenHash);
      expect(found).toEqual({ document, signeeId });
    }
  });

  it('finds a document by the SHA-256 of its sealed file', async () => {
    const sealedSha256 = randomUUID();
    const { documentId } = await seedDocument(database(), { sealedSha256 });
    await seedDocument(database(), {});
    const { documents } = database().read;
    expect(await documents.findBySealedSha256(sealedSha256)).toEqual({ documentId });
    expect(await documents.findBySealedSha256(randomUUID())).toBeNull();
  });

  it('lists expired documents, the longest expired first, deleted ones left out', async () => {
    const longAgo = (seconds: number) => new Date(Date.UTC(1999, 0, 1, 0, 0, seconds));
    const later = await seedDocument(database(), { expiryDate: longAgo(2) });
    const first = await seedDocument(database(), { expiryDate: longAgo(1) });
    await seedDocument(database(), { expiryDate: longAgo(1), status: 'deleted' });
    await seedDocument(database(), { expiryDate: longAgo(3) });
    const expired = [first.documentId, later.documentId];
    expect(await database().read.documents.listExpired(longAgo(2), 10)).toEqual(expired);
    expect(await database().read.documents.listExpired(longAgo(2), 1)).toEqual(expired.slice(0, 1));
  });

  it('keeps the prepared view of a document, replaces it, and removes it', async () => {
    const { documentId } = await seedDocument(database(), {});
    const { documents } = database().read;
    expect(await documents.findPreparedView(documentId)).toBeNull();
    for (const view of [
      { fields: [], pages: 1 },
      { fields: [textField('Kön|svc-x[1]', { value: ['Łódź 契約'] })], pages: 2 },
    ]) {
      await database().transact((stores) => stores.documents.savePreparedView(documentId, view));
      expect(await documents.findPreparedView(documentId)).toEqual(view);
    }
    for (let times = 0; times < 2; times++)
      await database().transact((stores) => stores.documents.removePreparedView(documentId));
    expect(await documents.findPreparedView(documentId)).toBeNull();
    const missing = { fields: [], pages: 1 };
    await expect(
      database().transact((stores) => stores.documents.savePreparedView(randomUUID(), missing)),
    ).rejects.toThrow();
  });

  it('forgets the token of a signee that an update replaced', async () => {
    const [before, after] = [buildSignee(), buildSignee()];
    const document = await seedDocument(database(), { signees: [before] });
    await database().transact(({ documents }) => documents.update({ ...document, signees: [after] }));
    expect(await database().read.documents.findByTokenHash(before.tokenHash)).toBeNull();
    expect(await database().read.documents.findByTokenHash(after.tokenHash)).not.toBeNull();
  });
}
