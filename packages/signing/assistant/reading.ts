import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { AssistantLanguage } from '@countersign/assistant/languages';
import { listNewFields } from '../configuration/placed-fields.ts';
import { storeAssistant } from '../configuration/stored-configuration.ts';
import type { SigningDeps } from '../deps.ts';
import type { Decision, EntryDraft } from '../documents/audited-decision.ts';
import { changeDocument } from '../documents/decision.ts';
import type { DocumentState } from '../documents/document.ts';
import { touch } from '../documents/retention.ts';
import { moveTo, statusAfter } from '../documents/status.ts';
import { abandonedAfterSeconds, readSmallBlob, withLocalPath } from '../files/pdf-blobs.ts';
import type { Job } from '../jobs/job.ts';
import { untilUndisturbed } from '../page.ts';
import type { Assistant, ReadingSource } from '../ports/assistant.ts';
import { BlobTooLarge } from '../ports/blob-store.ts';
import type { Stores } from '../ports/database.ts';
import { isExhausting, isPermanentFault } from '../ports/pdf-toolkit.ts';
import type { PublicLink } from '../saved/saved-records.ts';
import {
  isSameContent,
  type KnownReading,
  listReadingBlobs,
  type ReadContent,
  type UnreadableReason,
} from './assistant.ts';

/** Bytes. That of a contract of 2,000 pages has some 4 MB. */
const MAX_READING_BYTES = 32 * 1024 * 1024;

/** A repeat finds the reading, or reads again. */
export async function readDocument(deps: SigningDeps, documentId: string): Promise<void> {
  await untilUndisturbed(async () => {
    const document = await deps.database.read.documents.find(documentId);
    if (document === null || !isWaitingForReading(document)) return true;
    const outcome = (await inheritReading(deps, document)) ?? (await readContentOf(deps, document));
    const stored = await changeDocument(deps, documentId, (locked) =>
      recordReading(locked, document, outcome, deps),
    );
    return stored !== null && isWaitingForReading(stored) ? null : true;
  });
}

/** Runs after the last retry: the document goes on without the assistant [D11-03]. */
export async function giveUpReading(deps: SigningDeps, documentId: string): Promise<void> {
  await changeDocument(deps, documentId, (locked) =>
    recordReading(locked, locked, { status: 'unavailable', reason: 'failed' }, deps),
  );
}

/** What a public link read is copied for its document, which may outlive the link. Resolves with null if there is nothing to copy. */
async function inheritReading(deps: SigningDeps, document: DocumentState): Promise<KnownReading | null> {
  const { publicLink, documentId, accountId } = document;
  if (publicLink === undefined || deps.assistant === null) return null;
  const link = await deps.database.read.saved.find('link', publicLink.linkId);
  const reading = link?.reading;
  if (link === null || reading === undefined || reading.status === 'processing') return null;
  const { language } = storeAssistant(link.configuration).aiAssistant ?? {};
  if (language !== document.aiAssistant?.language || !isSameContent(document, contentOfLink(link)))
    return null;
  if (reading.status === 'unavailable') return reading;
  const content = await sourceOf(deps, deps.assistant, accountId, reading.blobId).load();
  const blobId = await storeReading(deps, deps.assistant, { documentId }, accountId, content);
  return blobId === null ? null : { ...reading, blobId };
}

type LinkContent = Pick<PublicLink, 'configuration' | 'placedSlots' | 'textTags'>;

function contentOfLink({ configuration, placedSlots: signees, textTags }: LinkContent): ReadContent {
  return { ...configuration, signees, textTags };
}

function readContentOf(deps: SigningDeps, document: DocumentState): Promise<KnownReading> {
  const { documentId, accountId, aiAssistant } = document;
  if (aiAssistant === undefined) throw new TypeError(`document ${documentId} has no assistant`);
  return readContent(deps, document, { owner: { documentId }, accountId, language: aiAssistant.language });
}

export type ReadingOwner = { readonly documentId: string } | { readonly linkId: string };

interface ReadingRequest {
  readonly owner: ReadingOwner;
  readonly accountId: string;
  readonly language: AssistantLanguage;
}

/** Reads and stores. A fault of the file is an outcome; everything else is thrown for a retry. */
async function readContent(
  deps: SigningDeps,
  content: ReadContent,
  { owner, accountId, language }: ReadingRequest,
): Promise<KnownReading> {
  const { assistant } = deps;
  if (assistant === null) return { status: 'unavailable', reason: 'failed' };
  try {
    const read = await withReadablePdf(deps, content, accountId, (path) =>
      assistant.engine.read(path, { account: accountId, language }),
    );
    if (read.passages === 0) return { status: 'unavailable', reason: 'no_text' };
    const blobId = await storeReading(deps, assistant, owner, accountId, read.content);
    if (blobId === null) return { status: 'unavailable', reason: 'too_complex' };
    return { status: 'ready', blobId, language: read.language, suggestions: [...read.suggestions] };
  } catch (error) {
    const reason = findReason(error);
    if (reason === null) throw error;
    return { status: 'unavailable', reason };
  }
}

/** A file that exhausts the limits does so at every attempt, as an upload that does is refused. */
function findReason(error: unknown): UnreadableReason | null {
  if (isExhausting(error)) return 'too_complex';
  if (!isPermanentFault(error)) return null;
  return error.code === 'too_complex' ? 'too_complex' : 'not_readable';
}

/** The file as signees see it before they fill it in. Boxes are left out: their pages have names alone. */
async function withReadablePdf<T>(
  { database, blobs, toolkit }: SigningDeps,
  { fileId, fields, fieldsReadonlyMode, signees, textTags }: ReadContent,
  account: string,
  read: (path: string) => Promise<T>,
): Promise<T> {
  const file = await database.read.files.find(fileId);
  if (file === null) throw new TypeError(`the file ${fileId} of a reading is missing`);
  return withLocalPath(blobs, file.blobId, async (input) => {
    const { covers = [] } = textTags ?? {};
    if (fields.length === 0 && covers.length === 0) return read(input);
    const output = await blobs.scratchPath('pdf');
    try {
      const added = listNewFields(signees).map(({ field }) => field);
      const request = { covers, fields: added, values: fields, mode: fieldsReadonlyMode, boxes: [] };
      await toolkit.prepare({ input, output, ...request }, { account, urgency: 'completion' });
      return await read(output);
    } finally {
      await rm(output, { force: true });
    }
  });
}

/** Resolves with the blob, or with null if it is too large. */
async function storeReading(
  { blobs, database, ids, settings }: SigningDeps,
  { box }: Assistant,
  owner: ReadingOwner,
  accountId: string,
  content: Uint8Array,
): Promise<string | null> {
  const id = 'documentId' in owner ? owner.documentId : owner.linkId;
  const blobId = `reading-${id}-${ids.uuid()}`;
  // Before the first byte, since the process may end: removes what the owner does not have later.
  await database.transact(({ jobs }) =>
    jobs.enqueue(
      { name: 'remove-replaced-reading', ...owner, blobId },
      { startAfterSeconds: abandonedAfterSeconds(settings), accountId },
    ),
  );
  try {
    await blobs.putStream(blobId, Readable.from([box.seal(content, blobId)]), MAX_READING_BYTES);
    return blobId;
  } catch (error) {
    if (error instanceof BlobTooLarge) return null;
    throw error;
  }
}

export function sourceOf(
  { blobs }: Pick<SigningDeps, 'blobs'>,
  { box }: Assistant,
  account: string,
  blobId: string,
): ReadingSource {
  return {
    readingId: blobId,
    account,
    load: async () => box.open(await readSmallBlob(blobs, blobId), blobId),
  };
}

/** Removes a reading unless its document or link has it. */
export async function removeReplacedReading(
  { database, blobs }: Pick<SigningDeps, 'database' | 'blobs'>,
  { blobId, ...owner }: ReadingOwner & { readonly blobId: string },
): Promise<void> {
  const { documents, saved } = database.read;
  const found =
    'documentId' in owner ? await documents.find(owner.documentId) : await saved.find('link', owner.linkId);
  const reading = found?.reading;
  if (reading?.status !== 'ready' || reading.blobId !== blobId) await blobs.remove(blobId);
}

/** Returns null if it was read already, is over, or was read with other values. */
export function recordReading(
  document: DocumentState,
  read: ReadContent,
  reading: KnownReading,
  { clock, settings }: Pick<SigningDeps, 'clock' | 'settings'>,
): Decision | null {
  const next = statusAfter(document.status, 'read');
  if (next === null || !isWaitingForReading(document) || !isSameContent(document, read)) return null;
  const { documentId } = document;
  const known = { ...document, reading };
  const entries = [readEntry(reading)];
  if (next === document.status) return { document: known, entries, jobs: [] };
  return {
    document: touch(moveTo(known, next), clock.now(), settings.retentionDays),
    entries,
    jobs: [{ name: 'prepare-document', documentId }],
  };
}

function isWaitingForReading({ reading, status }: DocumentState): boolean {
  return reading?.status === 'processing' && statusAfter(status, 'read') !== null;
}

function readEntry(reading: KnownReading): EntryDraft {
  const details = reading.status === 'ready' ? {} : { reason: reading.reason };
  return { type: 'document.read', details };
}

/** What follows when the values of a document change: it is read anew, and until then the assistant is not offered. */
export function readAnew(document: DocumentState): {
  readonly document: DocumentState;
  readonly jobs: readonly Job[];
} {
  const { documentId, reading } = document;
  if (reading === undefined) return { document, jobs: [] };
  const removals = listReadingBlobs(document).map(
    (blobId): Job => ({ name: 'remove-replaced-reading', documentId, blobId }),
  );
  return {
    document: { ...document, reading: { status: 'processing' } },
    jobs: [{ name: 'read-document', documentId }, ...removals],
  };
}

/** A repeat finds the reading, or reads again. Visitors may begin meanwhile: their documents read for themselves. */
export async function readLink(deps: SigningDeps, linkId: string): Promise<void> {
  await untilUndisturbed(async () => {
    const link = await deps.database.read.saved.find('link', linkId);
    if (link === null || link.reading?.status !== 'processing') return true;
    const { aiAssistant } = storeAssistant(link.configuration);
    if (aiAssistant === undefined) throw new TypeError(`link ${linkId} has no assistant`);
    const request = { owner: { linkId }, accountId: link.accountId, language: aiAssistant.language };
    return recordLinkReading(deps, link, await readContent(deps, contentOfLink(link), request));
  });
}

/** Resolves with null if the link was changed meanwhile. */
function recordLinkReading(
  { database }: SigningDeps,
  read: PublicLink,
  reading: KnownReading,
): Promise<true | null> {
  return database.transact(async ({ saved }) => {
    const link = await saved.lock('link', read.id);
    if (link === null || link.reading?.status !== 'processing') return true;
    if (!isSameContent(contentOfLink(link), contentOfLink(read))) return null;
    // It is not a change of the link: neither `updatedAt` nor its revision moves.
    await saved.update('link', { ...link, reading });
    return true;
  });
}

/** Runs after the last retry. */
export async function giveUpLinkReading(deps: SigningDeps, linkId: string): Promise<void> {
  const link = await deps.database.read.saved.find('link', linkId);
  if (link !== null) await recordLinkReading(deps, link, { status: 'unavailable', reason: 'failed' });
}

/** The reading of a link with another configuration: that of before if it serves, or none without the assistant. */
export function readingFor(
  link: LinkContent,
  before?: LinkContent & Pick<PublicLink, 'reading'>,
): PublicLink['reading'] {
  const { aiAssistant } = storeAssistant(link.configuration);
  if (aiAssistant === undefined) return undefined;
  const isKept =
    before !== undefined &&
    isSameContent(contentOfLink(before), contentOfLink(link)) &&
    storeAssistant(before.configuration).aiAssistant?.language === aiAssistant.language;
  return (isKept ? before.reading : undefined) ?? { status: 'processing' };
}

/** Enqueues what the reading of a link needs: to be read, or that of before to be removed. */
export async function followReading(
  { jobs }: Pick<Stores, 'jobs'>,
  before: PublicLink | null,
  after: PublicLink | null,
): Promise<void> {
  const { accountId = '', id: linkId = '' } = after ?? before ?? {};
  const kept = after === null ? [] : listReadingBlobs(after);
  const removed = (before === null ? [] : listReadingBlobs(before)).filter(
    (blobId) => !kept.includes(blobId),
  );
  for (const blobId of removed)
    await jobs.enqueue({ name: 'remove-replaced-reading', linkId, blobId }, { accountId });
  if (after?.reading?.status === 'processing')
    await jobs.enqueue({ name: 'read-link', linkId }, { accountId });
}
