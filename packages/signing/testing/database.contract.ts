import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentState } from '../documents/document.ts';
import type { Database, Stores } from '../ports/database.ts';
import {
  BUILT_AT,
  buildAccount,
  buildDelivery,
  buildDocument,
  buildEvent,
  buildFile,
  buildSignee,
  buildUser,
  buildWebhook,
} from './builders.ts';

export interface DatabaseHarness {
  readonly database: Database;
  /** Jobs that wait, whatever their start time. */
  countJobs(): Promise<number>;
  close(): Promise<void>;
}

/** What every `Database` keeps to. `open` gives an empty one; it is opened once for the suite. */
export function databaseContract(open: () => Promise<DatabaseHarness>): void {
  describe('Database contract', () => {
    let harness: DatabaseHarness;
    beforeAll(async () => {
      harness = await open();
    });
    afterAll(() => harness.close());
    const database = () => harness.database;

    it('answers a ping', () => expect(database().ping()).resolves.toBeUndefined());
    accountTests(database);
    transactionTests(database, () => harness.countJobs());
    documentTests(database);
    listTests(database);
    eventTests(database);
    webhookTests(database);
  });
}

type OpenDatabase = () => Database;

function accountTests(database: OpenDatabase): void {
  it('knows whether there is any account', async () => {
    expect(await database().read.accounts.hasAnyAccount()).toBe(false);
    await seed(database());
    expect(await database().read.accounts.hasAnyAccount()).toBe(true);
  });

  it('gives accounts, users and keys back as they were put', async () => {
    const { account, user } = await seed(database());
    const key = {
      apiKeyId: randomUUID(),
      userId: user.userId,
      accountId: account.accountId,
      keyHash: randomUUID().replaceAll('-', '').repeat(2),
      name: 'Nyckel ✓',
      createdAt: BUILT_AT,
    };
    await database().transact((stores) => stores.accounts.insertApiKey(key));
    const { accounts } = database().read;
    expect(await accounts.findAccount(account.accountId)).toEqual(account);
    expect(await accounts.findUser(user.userId)).toEqual(user);
    expect(await accounts.findApiKeyByHash(key.keyHash)).toEqual(key);
  });

  it('finds a user by email address in any case', async () => {
    const { user } = await seed(database());
    const { accounts } = database().read;
    expect(await accounts.findUserByEmail(user.emailAddress.toUpperCase())).toEqual(user);
  });

  it('answers null for what is not there', async () => {
    const { accounts, files, documents, events, webhooks } = database().read;
    const id = randomUUID();
    const answers = [
      accounts.findAccount(id),
      accounts.findUser(id),
      accounts.findUserByEmail(`${id}@example.com`),
      accounts.findApiKeyByHash('00'.repeat(32)),
      files.find(id),
      documents.find(id),
      documents.findByTokenHash('00'.repeat(32)),
      events.find(id),
      webhooks.find(id),
      webhooks.findDelivery(id),
    ];
    expect(await Promise.all(answers)).toEqual(answers.map(() => null));
  });

  it('gives a file back as it was put', async () => {
    const { file } = await seed(database());
    expect(await database().read.files.find(file.fileId)).toEqual(file);
  });
}

function transactionTests(database: OpenDatabase, countJobs: () => Promise<number>): void {
  it('keeps nothing of a transaction that throws', async () => {
    const { file } = await seed(database());
    const document = buildDocument(file);
    const before = await countJobs();
    const work = async (stores: Stores) => {
      await stores.documents.insert(document);
      await stores.events.append(buildEvent(document));
      await stores.jobs.enqueue({ name: 'prepare-document', documentId: document.documentId });
      throw new Error('changed our mind');
    };
    await expect(database().transact(work)).rejects.toThrow('changed our mind');
    expect(await database().read.documents.find(document.documentId)).toBeNull();
    expect(await database().read.events.listForDocument(document.documentId)).toEqual([]);
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

function documentTests(database: OpenDatabase): void {
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
    const { documentId } = await seedDocument(database(), { signees });
    for (const { tokenHash, signeeId } of signees) {
      const found = await database().read.documents.findByTokenHash(tokenHash);
      expect(found).toEqual({ documentId, signeeId });
    }
  });

  it('forgets the token of a signee that an update replaced', async () => {
    const [before, after] = [buildSignee(), buildSignee()];
    const document = await seedDocument(database(), { signees: [before] });
    await database().transact(({ documents }) => documents.update({ ...document, signees: [after] }));
    expect(await database().read.documents.findByTokenHash(before.tokenHash)).toBeNull();
    expect(await database().read.documents.findByTokenHash(after.tokenHash)).not.toBeNull();
  });
}

function listTests(database: OpenDatabase): void {
  it('lists own and shared documents of the account, newest first', async () => {
    const { account, user, file } = await seed(database());
    const colleague = buildUser(account.accountId);
    await database().transact(({ accounts }) => accounts.insertUser(colleague));
    const others = { userId: colleague.userId };
    const oldest = buildDocument(file, { createdAt: minutesLater(1) });
    const shared = buildDocument(file, { createdAt: minutesLater(2), sharingSetting: 'shared', ...others });
    const hidden = buildDocument(file, { createdAt: minutesLater(3), ...others });
    const newest = buildDocument(file, { createdAt: minutesLater(4) });
    await insertDocuments(database(), [shared, newest, hidden, oldest]);
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
}

function eventTests(database: OpenDatabase): void {
  it('keeps events in the order of their appending, also within one moment', async () => {
    const document = await seedDocument(database(), {});
    const types = ['document.created', 'document.opened', 'document.signed', 'document.completed'] as const;
    const events = types.map((type) => buildEvent(document, { type }));
    for (const event of events) await database().transact((stores) => stores.events.append(event));
    expect(await database().read.events.listForDocument(document.documentId)).toEqual(events);
  });

  it('finds an event with its signee', async () => {
    const document = await seedDocument(database(), {});
    const event = buildEvent(document, { type: 'document.opened', signeeId: randomUUID() });
    await database().transact((stores) => stores.events.append(event));
    expect(await database().read.events.find(event.eventId)).toEqual(event);
  });
}

function webhookTests(database: OpenDatabase): void {
  it('lists the webhooks of one account', async () => {
    const { user } = await seed(database());
    const webhook = buildWebhook(user);
    await database().transact(({ webhooks }) => webhooks.insert(webhook));
    expect(await database().read.webhooks.find(webhook.webhookId)).toEqual(webhook);
    expect(await database().read.webhooks.listForAccount(user.accountId)).toEqual([webhook]);
    expect(await database().read.webhooks.listForAccount(randomUUID())).toEqual([]);
  });

  it('leaves an equal delivery as it is', async () => {
    const { webhook, event } = await seedWebhook(database());
    const first = buildDelivery(webhook.webhookId, event.eventId);
    const again = buildDelivery(webhook.webhookId, event.eventId, { attempts: 7 });
    await database().transact(({ webhooks }) => webhooks.insertDelivery(first));
    await database().transact(({ webhooks }) => webhooks.insertDelivery(again));
    expect(await database().read.webhooks.listDeliveries(webhook.webhookId)).toEqual([first]);
    expect(await database().read.webhooks.findDelivery(again.deliveryId)).toBeNull();
  });

  it('goes on in the transaction that met an equal delivery', async () => {
    const { webhook, event } = await seedWebhook(database());
    const first = buildDelivery(webhook.webhookId, event.eventId);
    const changed = { ...first, attempts: 1, lastStatus: 503, lastError: 'HTTP 503' };
    await database().transact(async ({ webhooks }) => {
      await webhooks.insertDelivery(first);
      await webhooks.insertDelivery(buildDelivery(webhook.webhookId, event.eventId));
      await webhooks.updateDelivery(changed);
    });
    expect(await database().read.webhooks.findDelivery(first.deliveryId)).toEqual(changed);
  });
}

async function seed(database: Database) {
  const account = buildAccount();
  const user = buildUser(account.accountId);
  const file = buildFile(user);
  await database.transact(async ({ accounts, files }) => {
    await accounts.insertAccount(account);
    await accounts.insertUser(user);
    await files.insert(file);
  });
  return { account, user, file };
}

async function seedDocument(database: Database, changes: Partial<DocumentState>): Promise<DocumentState> {
  const { file } = await seed(database);
  const document = buildDocument(file, changes);
  await database.transact(({ documents }) => documents.insert(document));
  return document;
}

async function seedWebhook(database: Database) {
  const document = await seedDocument(database, {});
  const webhook = buildWebhook(document);
  const event = buildEvent(document);
  await database.transact(async ({ webhooks, events }) => {
    await webhooks.insert(webhook);
    await events.append(event);
  });
  return { webhook, event };
}

async function insertDocuments(database: Database, list: readonly DocumentState[]): Promise<void> {
  await database.transact(async ({ documents }) => {
    for (const document of list) await documents.insert(document);
  });
}

function summaryOf({ documentId, name, createdAt, status, userId }: DocumentState) {
  return { documentId, name, createdAt, status, userId };
}

function minutesLater(minutes: number): Date {
  return new Date(BUILT_AT.getTime() + minutes * 60_000);
}

/** Every member set to something a careless store would change. */
function fullState(): Partial<DocumentState> {
  const values = [
    { name: 'Kön|svc-x[1]', value: ['Ja', 'Nej'] },
    { name: 'quote\'s "name"', value: '契約 🖋️ ñ' },
  ];
  const ink = { kind: 'drawn' as const, blobId: randomUUID(), typedName: null };
  const signature = { signedAt: BUILT_AT, ipAddress: '2001:db8::1', userAgent: 'Test/1 (ü)', ink, values };
  const signee = buildSignee({ signature, invitedAt: BUILT_AT, openedAt: BUILT_AT, emailAddress: null });
  const box = {
    id: signee.signeeId,
    type: 'signature' as const,
    page: 1,
    x: 74.7,
    y: 0.1,
    width: 219,
    height: 58,
  };
  return {
    name: "O'Neil \\ Łódź % _ 契約 🖋️",
    personalMessage: 'line one\nline two\ttabbed',
    language: 'sv',
    fields: values,
    fieldsReadonlyMode: 'filled',
    signees: [signee, buildSignee({ phoneNumber: '+46701234567', signatureBox: null })],
    preparedBlobId: randomUUID(),
    boxes: [{ ...box, label: 'Łukasz Żółć' }],
    sealedBlobId: 'sealed-1',
    sealedSha256: 'cd'.repeat(32),
    errorMessage: 'text_not_drawable: 🖋️',
    completedAt: new Date('2026-12-31T23:59:59.999Z'),
    revokedAt: new Date('2027-01-01T00:00:00.001Z'),
  };
}
