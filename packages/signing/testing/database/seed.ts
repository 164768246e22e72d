import { buildAccount, buildUser } from '@countersign/identity/testing';
import type { DocumentState } from '../../documents/document.ts';
import type { Database } from '../../ports/database.ts';
import { buildDocument, buildFile, buildWebhook } from '../builders.ts';

export async function seed(database: Database) {
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

export async function seedDocument(
  database: Database,
  changes: Partial<DocumentState>,
): Promise<DocumentState> {
  const { file } = await seed(database);
  const document = buildDocument(file, changes);
  await database.transact(({ documents }) => documents.insert(document));
  return document;
}

export async function seedWebhook(database: Database) {
  const { user } = await seed(database);
  const webhook = buildWebhook(user);
  await database.transact(({ webhooks }) => webhooks.insert(webhook));
  return webhook;
}

export async function insertDocuments(database: Database, list: readonly DocumentState[]): Promise<void> {
  await database.transact(async ({ documents }) => {
    for (const document of list) await documents.insert(document);
  });
}
