import { randomUUID } from 'node:crypto';
import type { User } from '@countersign/identity';
import { BUILT_AT, buildUser } from '@countersign/identity/testing';
import { expect, it } from 'vitest';
import type { Draft, PublicLink } from '../../saved/saved-records.ts';
import type { OpenDatabase } from './open-database.ts';
import { seed } from './seed.ts';

const minutesLater = (minutes: number) => new Date(BUILT_AT.getTime() + minutes * 60_000);

function buildDraft({ accountId, userId }: User, changes: Partial<Draft> = {}): Draft {
  return {
    id: randomUUID(),
    accountId,
    userId,
    configuration: { name: 'Draft' },
    documentId: null,
    fileProblems: [],
    downloads: [],
    revision: 1,
    createdAt: BUILT_AT,
    updatedAt: BUILT_AT,
    expiresAt: minutesLater(60),
    ...changes,
  };
}

function buildLink({ accountId, userId }: User, fileId: string): PublicLink {
  return {
    id: randomUUID(),
    accountId,
    userId,
    configuration: {
      fileId,
      name: 'Link',
      signeeDetails: [{ signaturePlacement: 'new_page' }],
      language: 'en',
      sharingSetting: 'private',
      fields: [],
      fieldsReadonlyMode: 'keepOriginal',
      disablePrinting: false,
    },
    tokenHash: randomUUID(),
    token: 'secret',
    disabledAt: null,
    placedSlots: [{ signaturePlacement: 'new_page' }],
    isFileShown: false,
    counts: { opened: 0, started: 0, completed: 0 },
    revision: 1,
    createdAt: BUILT_AT,
    updatedAt: BUILT_AT,
    expiresAt: null,
  };
}

/** Drafts represent every kind of saved configuration. */
export function savedTests(database: OpenDatabase): void {
  const insert = (...drafts: readonly Draft[]) =>
    database().transact(async ({ saved }) => {
      for (const draft of drafts) await saved.insert('draft', draft);
    });

  it('keeps a saved configuration to the letter', async () => {
    const { user } = await seed(database());
    const draft = buildDraft(user, {
      configuration: {
        name: 'Lossless',
        metadata: { a: '', b: 'é✓' },
        signeeDetails: [{ fullName: '', signatureBox: { page: 0, x: 74.7, y: 0 } }, {}],
        fields: [{ name: 'f', value: ['x', ''] }],
      },
      downloads: [{ tokenHash: 'h', expiresAt: minutesLater(10) }],
      fileProblems: [{ code: 'damaged', path: 'fileId', params: { n: 1 } }],
    });
    await insert(draft);
    expect(await database().read.saved.find('draft', draft.id)).toEqual(draft);
    const changed = { ...draft, revision: 2, documentId: randomUUID(), expiresAt: null };
    await database().transact(async ({ saved }) => {
      expect(await saved.lock('draft', draft.id)).toEqual(draft);
      await saved.update('draft', changed);
    });
    expect(await database().read.saved.find('draft', draft.id)).toEqual(changed);
    await database().transact(({ saved }) => saved.remove('draft', draft.id));
    expect(await database().read.saved.find('draft', draft.id)).toBeNull();
    await expect(database().transact(({ saved }) => saved.update('draft', draft))).rejects.toThrow();
  });

  it('lists own and shared configurations of the account, newest first', async () => {
    const { user } = await seed(database());
    const colleague = buildUser(user.accountId);
    await database().transact(({ accounts }) => accounts.insertUser(colleague));
    const { user: stranger } = await seed(database());
    const shared = { name: 'Shared', sharingSetting: 'shared' } as const;
    const own = buildDraft(user, { createdAt: minutesLater(1) });
    const newest = buildDraft(colleague, { createdAt: minutesLater(3), configuration: shared });
    const hidden = buildDraft(colleague, { createdAt: minutesLater(2) });
    await insert(own, newest, hidden, buildDraft(stranger, { configuration: shared }));
    const list = (limit: number, offset: number) =>
      database().read.saved.list('draft', { ...user, limit, offset });
    expect(await list(10, 0)).toEqual([newest, own]);
    expect(await list(1, 1)).toEqual([own]);
    const ofColleague = { ...user, ownerId: colleague.userId, limit: 10, offset: 0 };
    expect(await database().read.saved.list('draft', ofColleague)).toEqual([newest]);
  });

  it('knows which files saved configurations need', async () => {
    const { user, file } = await seed(database());
    const draft = buildDraft(user, { configuration: { name: 'Draft', fileId: file.fileId } });
    const isUnused = async () =>
      (await database().read.files.listUnused(minutesLater(1), 1000)).includes(file.fileId);
    expect([await database().read.saved.usesFile(file.fileId), await isUnused()]).toEqual([false, true]);
    await insert(draft);
    expect([await database().read.saved.usesFile(file.fileId), await isUnused()]).toEqual([true, false]);
    const { user: stranger, file: theirs } = await seed(database());
    await insert(buildDraft(user, { configuration: { name: 'Draft', fileId: theirs.fileId } }));
    expect([await database().read.saved.usesFile(theirs.fileId), stranger.accountId]).toEqual([
      false,
      theirs.accountId,
    ]);
  });

  it('finds a public link by the hash of its token, and gives the token back', async () => {
    const { user, file } = await seed(database());
    const link = buildLink(user, file.fileId);
    await database().transact(({ saved }) => saved.insert('link', link));
    expect(await database().read.saved.findByToken('link', link.tokenHash)).toEqual(link);
    expect(await database().read.saved.findByToken('link', randomUUID())).toBeNull();
    expect(await database().read.saved.findByToken('draft', link.tokenHash)).toBeNull();
    expect(await database().read.saved.usesFile(file.fileId, 'link')).toBe(true);
    expect(await database().read.saved.usesFile(file.fileId, 'draft')).toBe(false);
  });

  it('lists expired configurations, the longest expired first', async () => {
    const { user } = await seed(database());
    const drafts = [30, 10, 20].map((minutes) => buildDraft(user, { expiresAt: minutesLater(minutes) }));
    await insert(...drafts, buildDraft(user, { expiresAt: null }));
    const own = new Set(drafts.map(({ id }) => id));
    const expired = await database().read.saved.listExpired('draft', minutesLater(20), 1000);
    expect(expired.filter((id) => own.has(id))).toEqual([drafts[1]?.id, drafts[2]?.id]);
  });
}
