import type { Readable } from 'node:stream';
import type { AccountEvent } from '@countersign/identity';
import {
  BlobMissing,
  type BlobStore,
  type ExportedDocument,
  type ExportedRecord,
} from '@countersign/signing';
import { presentAccount, presentApiKey, presentUser } from '../schemas/account.ts';
import { presentDocument } from '../schemas/document.ts';
import { presentDraftSummary, presentPublicLinkRecord, presentTemplateSummary } from '../schemas/saved.ts';
import { presentSingleSignOn } from '../schemas/single-sign-on.ts';
import { presentWebhook } from '../schemas/webhook.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

export interface ArchiveDeps {
  readonly blobs: Pick<BlobStore, 'read'>;
  readonly now: Date;
}

/** Where addresses of this service would be. They end with the account, and a command has none. */
const NO_ADDRESS = '';

/**
 * Yields the bytes of a ZIP file of the records (docs/api/account.md). Records have the shapes of the API, without secrets,
 * and entries of trails those of docs/audit-chain.md. One file is open at a time.
 */
export function writeArchive(
  deps: ArchiveDeps,
  records: AsyncIterable<ExportedRecord>,
): AsyncGenerator<Buffer, void, undefined> {
  return writeZip(listEntries(deps, records), deps.now);
}

async function* listEntries(
  deps: ArchiveDeps,
  records: AsyncIterable<ExportedRecord>,
): AsyncGenerator<ZipEntry, void, undefined> {
  for await (const record of records) yield* entriesOf(deps, record);
}

function entriesOf(deps: ArchiveDeps, record: ExportedRecord): AsyncIterable<ZipEntry> | Iterable<ZipEntry> {
  switch (record.kind) {
    case 'account':
      return accountEntries(record);
    case 'document':
      return documentEntries(deps, record);
    case 'link': {
      const { url: _, ...link } = presentPublicLinkRecord({
        link: record.link,
        url: NO_ADDRESS,
        warnings: [],
      });
      return [
        json(`links/${link.linkId}.json`, link),
        json(`links/${link.linkId}.audit-trail.json`, record.trail),
      ];
    }
    case 'draft': {
      const { draft } = record;
      const status = draft.documentId === null ? 'draft' : 'sent';
      return [
        json(`drafts/${draft.id}.json`, {
          ...draft.configuration,
          ...presentDraftSummary({ draft, status }),
        }),
      ];
    }
    case 'template': {
      const { configuration, id } = record.template;
      return [json(`templates/${id}.json`, { ...configuration, ...presentTemplateSummary(record.template) })];
    }
    case 'file':
      return fileEntries(deps, record);
  }
}

function* accountEntries(record: ExportedRecord & { readonly kind: 'account' }) {
  const { logoUrl: _, ...account } = presentAccount(record.account, NO_ADDRESS);
  const { capabilities, accountId } = record.account;
  const sites = { baseUrl: '', authUrl: '' };
  const { connection, domains } = presentSingleSignOn(accountId, record.signOn, sites);
  yield json('account.json', {
    ...account,
    capabilities,
    singleSignOn: { connection, domains },
    apiKeys: record.apiKeys.map(presentApiKey),
    webhooks: record.webhooks.map(presentWebhook),
  });
  if (record.logo !== null) yield { path: 'logo.png', content: record.logo };
  yield json('users.json', record.users.map(presentUser));
  yield { path: 'account-log.ndjson', content: writeLog(record.log) };
}

async function* writeLog(log: AsyncIterable<AccountEvent>) {
  for await (const { accountId: _, ...event } of log) yield Buffer.from(`${JSON.stringify(event)}\n`);
}

async function* documentEntries({ blobs, now }: ArchiveDeps, exported: ExportedDocument) {
  const { document, values, trail, identifications, files } = exported;
  const folder = `documents/${document.documentId}`;
  const { documentUrl: _, ...presented } = presentDocument(document, () => NO_ADDRESS, now);
  yield json(`${folder}/document.json`, {
    ...presented,
    personalMessage: document.personalMessage,
    fields: document.fields,
    values,
    identifications,
  });
  yield json(`${folder}/audit-trail.json`, trail);
  for (const { name, blobId } of files) yield* blobEntry(blobs, `${folder}/${name}`, blobId);
}

async function* fileEntries(
  { blobs }: ArchiveDeps,
  { file, trail }: ExportedRecord & { readonly kind: 'file' },
) {
  const { blobId, accountId: _, ...facts } = file;
  yield json(`files/${file.fileId}.json`, facts);
  yield json(`files/${file.fileId}.audit-trail.json`, trail);
  yield* blobEntry(blobs, `files/${file.fileId}.pdf`, blobId);
}

/** A deleted file has no blob, nor has a document that is removed at this moment. */
export async function* blobEntry(blobs: ArchiveDeps['blobs'], path: string, blobId: string) {
  const stream = await openBlob(blobs, blobId);
  if (stream !== null) yield { path, content: stream };
}

async function openBlob(blobs: ArchiveDeps['blobs'], blobId: string): Promise<Readable | null> {
  try {
    return (await blobs.read(blobId)).stream;
  } catch (error) {
    if (error instanceof BlobMissing) return null;
    throw error;
  }
}

export function json(path: string, value: unknown): ZipEntry {
  return { path, content: Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`) };
}
