import { randomUUID } from 'node:crypto';
import { BUILT_AT, buildUser } from '@countersign/identity/testing';
import { expect, it } from 'vitest';
import type { DocumentGroup, DocumentState } from '../../documents/document.ts';
import { toLabels } from '../../documents/labels.ts';
import { progressOf } from '../../documents/list-documents.ts';
import type { DocumentFilters } from '../../ports/database.ts';
import { buildDocument, buildInkSignature, buildSignee } from '../builders.ts';
import type { OpenDatabase } from './open-database.ts';
import { insertDocuments, seed, seedDocument } from './seed.ts';

export function listTests(database: OpenDatabase): void {
  it('lists own and shared documents of the account, newest first', async () => {
    const { account, user, file } = await seed(database());
    const colleague = buildUser(account.accountId);
    await database().transact(({ accounts }) => accounts.insertUser(colleague));
    const others = { userId: colleague.userId };
    const oldest = buildDocument(file, { createdAt: minutesLater(1) });
    const shared = buildDocument(file, { createdAt: minutesLater(2), sharingSetting: 'shared', ...others });
    const hidden = buildDocument(file, { createdAt: minutesLater(3), ...others });
    const newest = buildDocument(file, { createdAt: minutesLater(4) });
    const deleted = buildDocument(file, { createdAt: minutesLater(5), status: 'deleted' });
    await insertDocuments(database(), [shared, newest, deleted, hidden, oldest]);
    await seedDocument(database(), { sharingSetting: 'shared' });

    const query = { accountId: account.accountId, userId: user.userId };
    const listed = await database().read.documents.list({ ...query, limit: 10, offset: 0 });
    expect(listed).toEqual([newest, shared, oldest].map(summaryOf));
    const page = await database().read.documents.list({ ...query, limit: 1, offset: 1 });
    expect(page).toEqual([summaryOf(shared)]);
    expect(await database().read.documents.list({ ...query, limit: 10, offset: 3 })).toEqual([]);
  });

  it('orders documents of the same moment by id, highest first', async () => {
    const { account, user, file } = await seed(database());
    const twins = [buildDocument(file), buildDocument(file), buildDocument(file)];
    await insertDocuments(database(), twins);
    const query = { accountId: account.accountId, userId: user.userId, limit: 10, offset: 0 };
    const listed = await database().read.documents.list(query);
    const expected = twins
      .map((document) => document.documentId)
      .sort()
      .reverse();
    expect(listed.map((document) => document.documentId)).toEqual(expected);
  });

  it('lists the documents that pass filters, and contain every word that is searched for', async () => {
    const { account, user, file } = await seed(database());
    const signature = buildInkSignature({
      values: [
        { name: 'case|svc-search-case', value: 'Målnummer 100%' },
        { name: 'secret', value: 'unsearchable' },
      ],
    });
    const first = buildDocument(file, {
      ...{ createdAt: minutesLater(1), status: 'completed', name: 'Årsavtal', externalId: 'A-1' },
      signees: [buildSignee({ fullName: 'Ada ŁOVELACE', emailAddress: 'ada@Example.com', signature })],
    });
    const second = buildDocument(file, {
      ...{ createdAt: minutesLater(2), status: 'created', name: 'Lease' },
      metadata: { region: 'North_West' },
      signees: [buildSignee({ fullName: '', emailAddress: null, phoneNumber: '+46701234567' })],
    });
    await insertDocuments(database(), [first, second]);
    const page = { accountId: account.accountId, userId: user.userId, limit: 10, offset: 0 };
    const list = async (filters: DocumentFilters) =>
      (await database().read.documents.list({ ...page, ...filters })).map(({ name }) => name);
    expect(await list({ words: [] })).toEqual(['Lease', 'Årsavtal']);
    const found: readonly [filters: DocumentFilters, names: readonly string[]][] = [
      [{ words: ['årsavtal'] }, ['Årsavtal']],
      [{ words: ['łove', 'ada@example'] }, ['Årsavtal']],
      [{ words: ['målnummer', '100%'] }, ['Årsavtal']],
      [{ words: ['łove', 'lease'] }, []],
      [{ words: ['unsearchable'] }, []],
      [{ words: ['%'] }, ['Årsavtal']],
      [{ words: ['h_w'] }, ['Lease']],
      [{ words: ['7012345'] }, ['Lease']],
      [{ status: 'completed' }, ['Årsavtal']],
      [{ externalId: 'A-1' }, ['Årsavtal']],
      [{ externalId: 'a-1' }, []],
      [{ createdAfter: minutesLater(1) }, ['Lease']],
      [{ createdBefore: minutesLater(2) }, ['Årsavtal']],
      [{ createdAfter: minutesLater(1), createdBefore: minutesLater(2) }, []],
      [{ createdAfter: minutesLater(0), status: 'created', words: ['north'] }, ['Lease']],
    ];
    for (const [filters, names] of found) expect(await list(filters), JSON.stringify(filters)).toEqual(names);
    const renamed = { ...second, name: 'Rental' };
    await database().transact(({ documents }) => documents.update(renamed));
    expect([await list({ words: ['lease'] }), await list({ words: ['rental'] })]).toEqual([[], ['Rental']]);
  });

  it('finds documents by label, and counts labels of what the viewer may see', async () => {
    const { account, user, file } = await seed(database());
    const colleague = buildUser(account.accountId);
    await database().transact(({ accounts }) => accounts.insertUser(colleague));
    const [lease, contract] = [
      buildDocument(file, { name: 'Lease' }),
      buildDocument(file, { name: 'Contract' }),
    ];
    const hidden = buildDocument(file, { name: 'Hidden', userId: colleague.userId });
    await insertDocuments(database(), [lease, contract, hidden]);
    const other = await seedDocument(database(), {});
    const label = (document: DocumentState, ...labels: string[]) =>
      database().transact(({ documents }) => documents.setLabels(document, toLabels(labels)));
    await label(lease, 'Stockholm', ' Hyra ', 'HYRA');
    await label(contract, 'hyra');
    await label(hidden, 'Hyra', 'Secret');
    await label(other, 'Hyra', 'Elsewhere');
    const { documents } = database().read;
    const viewer = { accountId: account.accountId, userId: user.userId };
    const list = async (key: string) =>
      (await documents.list({ ...viewer, limit: 10, offset: 0, labelKey: key }))
        .map(({ name, labels }) => [name, ...labels].join(' '))
        .sort();
    expect(await list('hyra')).toEqual(['Contract hyra', 'Lease Stockholm Hyra']);
    expect([await list('stockholm'), await list('secret'), await list('elsewhere')]).toEqual([
      ['Lease Stockholm Hyra'],
      [],
      [],
    ]);
    expect(await documents.countLabels(viewer)).toEqual([
      { label: 'Hyra', count: 2 },
      { label: 'Stockholm', count: 1 },
    ]);
    // Neither a change of the document nor of its labels undoes the other.
    await database().transact((stores) => stores.documents.update({ ...lease, name: 'Rental' }));
    expect(await documents.findLabels(lease.documentId)).toEqual(['Stockholm', 'Hyra']);
    await label(lease);
    expect(await documents.find(lease.documentId)).toEqual({ ...lease, name: 'Rental' });
    expect(await documents.countLabels(viewer)).toEqual([{ label: 'hyra', count: 1 }]);
    expect(await documents.countLabels({ ...viewer, accountId: randomUUID() })).toEqual([]);
  });

  it('lists the documents of a group, as the viewer sees them', async () => {
    const { account, user, file } = await seed(database());
    const colleague = buildUser(account.accountId);
    await database().transact(({ accounts }) => accounts.insertUser(colleague));
    const ada = buildSignee({ emailAddress: 'Ada@Example.com' });
    const bo = buildSignee({ emailAddress: 'bo@example.com' });
    const waiting = { status: 'awaiting_signatures', sharingSetting: 'shared' } as const;
    const documents = [
      buildDocument(file, { ...waiting, name: 'mine', signees: [ada, bo] }),
      buildDocument(file, { ...waiting, name: 'theirs', signees: [bo] }),
      buildDocument(file, { ...waiting, name: 'created', status: 'created', signees: [ada] }),
      buildDocument(file, { ...waiting, name: 'failed', status: 'error' }),
      buildDocument(file, { ...waiting, name: 'failed there', status: 'error', userId: colleague.userId }),
      buildDocument(file, { ...waiting, name: 'completed', status: 'completed' }),
      buildDocument(file, { ...waiting, name: 'revoked', status: 'revoked' }),
    ];
    await insertDocuments(database(), documents);
    const viewer = { userId: user.userId, emailAddress: 'ada@example.com' };
    const page = { accountId: account.accountId, userId: user.userId, limit: 10, offset: 0 };
    const list = async (name: DocumentGroup) =>
      (await database().read.documents.list({ ...page, group: { name, viewer } }))
        .map((document) => document.name)
        .sort();
    expect(await list('waiting_for_me')).toEqual(['failed', 'mine']);
    expect(await list('waiting_for_others')).toEqual(['created', 'failed there', 'theirs']);
    expect([await list('done'), await list('ended')]).toEqual([['completed'], ['revoked']]);
    const counts = { waiting_for_me: 2, waiting_for_others: 3, done: 1, ended: 1 };
    const { accountId } = account;
    expect(await database().read.documents.countGroups({ accountId, viewer })).toEqual(counts);
    const stranger = { userId: colleague.userId, emailAddress: 'bo@example.com' };
    expect(await database().read.documents.countGroups({ accountId, viewer: stranger })).toEqual({
      ...{ waiting_for_me: 3, waiting_for_others: 2, done: 1, ended: 1 },
    });
  });

  it('lists documents of a public link apart, and shares them with it', async () => {
    const { account, user, file } = await seed(database());
    const linkId = randomUUID();
    const publicLink = { linkId, disablePrinting: false, labels: [''], isStarted: true, contacts: [] };
    const first = buildDocument(file, { status: 'completed', publicLink, createdAt: minutesLater(1) });
    const second = buildDocument(file, { status: 'completed', publicLink, createdAt: minutesLater(2) });
    const open = buildDocument(file, { publicLink });
    const other = buildDocument(file, {
      status: 'completed',
      publicLink: { ...publicLink, linkId: randomUUID() },
    });
    await insertDocuments(database(), [first, second, open, other]);
    const { documents } = database().read;
    const query = { accountId: account.accountId, userId: user.userId, limit: 10, offset: 0 };
    expect(await documents.list(query)).toEqual([]);
    expect(await documents.listCompletedOfLink(linkId, query)).toEqual([second, first].map(summaryOf));
    expect(await documents.listCompletedOfLink(linkId, { limit: 1, offset: 1 })).toEqual([summaryOf(first)]);
    await database().transact((stores) => stores.documents.shareThoseOfLink(linkId, 'shared'));
    expect(await documents.find(open.documentId)).toEqual({ ...open, sharingSetting: 'shared' });
    expect(await documents.find(other.documentId)).toEqual(other);
  });
}

function summaryOf(document: DocumentState) {
  const { documentId, name, createdAt, status, userId } = document;
  return { documentId, name, createdAt, status, userId, progress: progressOf(document), labels: [] };
}

function minutesLater(minutes: number): Date {
  return new Date(BUILT_AT.getTime() + minutes * 60_000);
}
