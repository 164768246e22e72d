import {
  type Account,
  type AccountEvent,
  type ApiKey,
  type ConnectionView,
  type User,
  viewConnection,
} from '@countersign/identity';
import type { ChainedEntry } from './audit/audit-entry.ts';
import type { SigningDeps } from './deps.ts';
import type { DocumentState } from './documents/document.ts';
import { givenValues, listOf } from './documents/field-entries.ts';
import { attachmentNames } from './documents/file-name.ts';
import type { LabelledDocument } from './documents/find-document.ts';
import type { NamedValue } from './documents/form-field.ts';
import type { StoredFile } from './files/file.ts';
import { BATCH_SIZE } from './jobs/run-batch.ts';
import type { RemovedKind } from './ports/removal.ts';
import type { KeptProofFacts } from './proofs/proof.ts';
import type { Draft, PublicLink, Template } from './saved/saved-records.ts';
import type { Webhook } from './webhooks/webhook.ts';

/** What belongs to a document besides its uploaded file. */
export interface ExportedDocument {
  readonly document: LabelledDocument;
  /** What signees gave. */
  readonly values: readonly NamedValue[];
  readonly trail: readonly ChainedEntry[];
  /** The identifications that are kept encrypted, without their content. */
  readonly identifications: readonly KeptProofFacts[];
  readonly files: readonly ExportedFile[];
}

/** The name suits every file system, and no other file of the document has it. */
export interface ExportedFile {
  readonly name: string;
  readonly blobId: string;
}

/** Each of these is one thing of the account, as it was when it was read. */
export type ExportedRecord =
  | {
      readonly kind: 'account';
      readonly account: Account;
      readonly logo: Uint8Array | null;
      readonly users: readonly User[];
      readonly apiKeys: readonly ApiKey[];
      readonly webhooks: readonly Webhook[];
      readonly signOn: ConnectionView;
      readonly log: AsyncIterable<AccountEvent>;
    }
  | ({ readonly kind: 'document' } & ExportedDocument)
  | { readonly kind: 'link'; readonly link: PublicLink; readonly trail: readonly ChainedEntry[] }
  | { readonly kind: 'draft'; readonly draft: Draft }
  | { readonly kind: 'template'; readonly template: Template }
  | { readonly kind: 'file'; readonly file: StoredFile; readonly trail: readonly ChainedEntry[] };

type ExportDeps = Pick<SigningDeps, 'database'>;

/**
 * Yields everything of an account, one thing at a time. Nothing is locked: what is made meanwhile may be missing. The
 * caller decides who may have it. Yields nothing for an unknown account.
 */
export async function* readAccountRecords(
  deps: ExportDeps,
  accountId: string,
): AsyncGenerator<ExportedRecord, void, undefined> {
  const { read } = deps.database;
  const account = await read.accounts.findAccount(accountId);
  if (account === null) return;
  yield {
    kind: 'account',
    account,
    logo: account.logoId === null ? null : await read.accounts.readLogo(account.logoId),
    users: await read.accounts.listUsers(accountId),
    apiKeys: await read.accounts.listApiKeys(accountId),
    webhooks: await read.webhooks.listForAccount(accountId),
    signOn: await viewConnection(read, { accountId }),
    log: readLog(deps, accountId),
  };
  for await (const id of listAllIds(deps, accountId, 'documents')) {
    const found = await readExportedDocument(deps, id);
    if (found !== null) yield { kind: 'document', ...found };
  }
  for await (const id of listAllIds(deps, accountId, 'links')) {
    const link = await read.saved.find('link', id);
    if (link !== null) yield { kind: 'link', link, trail: await read.audit.listFor({ kind: 'link', id }) };
  }
  for await (const id of listAllIds(deps, accountId, 'drafts')) {
    const draft = await read.saved.find('draft', id);
    if (draft !== null) yield { kind: 'draft', draft };
  }
  for await (const id of listAllIds(deps, accountId, 'templates')) {
    const template = await read.saved.find('template', id);
    if (template !== null) yield { kind: 'template', template };
  }
  for await (const id of listAllIds(deps, accountId, 'files')) {
    const file = await read.files.find(id);
    if (file !== null) yield { kind: 'file', file, trail: await read.audit.listFor({ kind: 'file', id }) };
  }
}

async function readExportedDocument(
  { database: { read } }: ExportDeps,
  documentId: string,
): Promise<ExportedDocument | null> {
  const document = await read.documents.find(documentId);
  if (document === null) return null;
  return {
    document: { ...document, labels: await read.documents.findLabels(documentId) },
    values: givenValues(document).map(({ name, value }) => ({ name, value: listOf(value) })),
    trail: await read.audit.listFor({ kind: 'document', id: documentId }),
    identifications: await read.keptProofs.list({ documentId }),
    files: listFiles(document),
  };
}

/** The PDF as it is now, and what signees uploaded, which a sealed PDF has too. */
export function listFiles({
  sealedBlobId,
  preparedBlobId,
  signees,
}: Pick<DocumentState, 'sealedBlobId' | 'preparedBlobId' | 'signees'>): readonly ExportedFile[] {
  const prepared = preparedBlobId === null ? [] : [{ name: 'prepared.pdf', blobId: preparedBlobId }];
  const pdf = sealedBlobId === null ? prepared : [{ name: 'sealed.pdf', blobId: sealedBlobId }];
  const attached = signees.flatMap(({ signature }) => signature?.attachments ?? []);
  const names = attachmentNames(
    attached.map(({ name }) => name),
    [],
  );
  return [...pdf, ...attached.map(({ blobId }, index) => ({ name: `attachments/${names[index]}`, blobId }))];
}

/** Yields the ids of what an account has of a kind, a page at a time. */
export async function* listAllIds({ database }: ExportDeps, accountId: string, kind: RemovedKind) {
  for (let after = ''; ; ) {
    const ids = await database.read.removals.listIds(accountId, kind, BATCH_SIZE, after);
    yield* ids;
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** Yields the newest first. */
async function* readLog({ database }: ExportDeps, accountId: string) {
  for (let before: string | undefined; ; ) {
    const page = await database.read.accountEvents.list(accountId, { limit: BATCH_SIZE, offset: 0, before });
    if (page.length === 0) return;
    yield* page;
    before = page.at(-1)?.eventId;
  }
}
