import { hashSecret } from '@countersign/base';
import type { Caller } from '@countersign/identity';
import type { FormField } from '@countersign/toolkit';
import { followReading, readingFor } from '../assistant/reading.ts';
import type { AuditEntry, LinkEntryType } from '../audit/audit-entry.ts';
import type { LinkConfiguration } from '../configuration/configuration.ts';
import type { SigningDeps } from '../deps.ts';
import type { DocumentSummary } from '../documents/document.ts';
import { SigningError, type Warning } from '../errors.ts';
import type { StoredFile } from '../files/file.ts';
import { findOwnFile, lockOwnFile, readFieldsOf } from '../files/find-file.ts';
import { type Page, type PageQuery, readPage } from '../page.ts';
import type { Stores } from '../ports/database.ts';
import { type RevisionCondition, requireOwn, requireVisible } from '../saved/find-saved.ts';
import type { PublicLink } from '../saved/saved-records.ts';
import { type CheckedLink, checkPublicLink, requireCreation } from './public-link-check.ts';

/** The trail outlives the link. */
export function appendLinkEntry(
  { audit }: Stores,
  { id, accountId, configuration }: PublicLink,
  { type, details = {} }: { readonly type: LinkEntryType; readonly details?: AuditEntry['details'] },
  { userId }: Caller,
  { ids, clock }: Pick<SigningDeps, 'ids' | 'clock'>,
): Promise<void> {
  return audit.append({
    entryId: ids.uuid(),
    subject: { kind: 'link', id },
    type,
    accountId,
    userId,
    date: clock.now(),
    fileIds: [configuration.fileId],
    details,
  });
}

export interface PublicLinkView {
  readonly link: PublicLink;
  readonly url: string;
  /** The warnings are those of this change. */
  readonly warnings: readonly Warning[];
}

/** Billable by the entry `link.created`. */
async function createPublicLink(
  deps: SigningDeps,
  caller: Caller,
  configuration: LinkConfiguration,
): Promise<PublicLinkView> {
  await requireCreation(deps, caller);
  return insertLink(deps, caller, configuration, (link) => ({
    type: 'link.created',
    details: { name: link.configuration.name },
  }));
}

/** The copy has an address of its own and no visitors. Billable by `link.duplicated`. */
async function duplicatePublicLink(
  deps: SigningDeps,
  caller: Caller,
  linkId: string,
): Promise<PublicLinkView> {
  await requireCreation(deps, caller);
  const { configuration } = await findPublicLink(deps, caller, linkId);
  return insertLink(deps, caller, configuration, () => ({
    type: 'link.duplicated',
    details: { duplicateOf: linkId },
  }));
}

async function insertLink(
  deps: SigningDeps,
  caller: Caller,
  configuration: LinkConfiguration,
  entryOf: (link: PublicLink) => Parameters<typeof appendLinkEntry>[2],
): Promise<PublicLinkView> {
  const { database } = deps;
  const file = await findOwnFile(database.read, caller, configuration.fileId);
  const { warnings, ...checked } = await checkPublicLink(deps, caller, file, configuration);
  const link = newLink(deps, caller, checked);
  await database.transact(async (stores) => {
    // Deleted while it was checked.
    await lockOwnFile(stores, caller, file.fileId);
    await stores.saved.insert('link', link);
    await appendLinkEntry(stores, link, entryOf(link), caller, deps);
    await followReading(stores, null, link);
  });
  return viewLink(deps, link, warnings);
}

function newLink(
  { clock, ids }: SigningDeps,
  { accountId, userId }: Caller,
  { configuration, ...checked }: Omit<CheckedLink, 'warnings'>,
): PublicLink {
  const now = clock.now();
  const token = ids.secret();
  return {
    id: ids.uuid(),
    accountId,
    userId,
    configuration,
    ...checked,
    tokenHash: hashSecret(token),
    token,
    disabledAt: null,
    reading: readingFor({ configuration, ...checked }),
    counts: { opened: 0, started: 0, completed: 0 },
    revision: 1,
    createdAt: now,
    updatedAt: now,
    expiresAt: null,
  };
}

export async function getPublicLink(
  deps: SigningDeps,
  caller: Caller,
  linkId: string,
): Promise<PublicLinkView> {
  return viewLink(deps, await findPublicLink(deps, caller, linkId), []);
}

/**
 * The file and the address stay. The new `sharingSetting` holds for its documents too. Throws
 * `public_link_disabled`, `precondition_failed`.
 */
async function replacePublicLink(
  deps: SigningDeps,
  caller: Caller,
  linkId: string,
  replacement: Omit<LinkConfiguration, 'fileId'> & { readonly fileId?: string | undefined },
  condition: RevisionCondition,
): Promise<PublicLinkView> {
  const found = requireOwnLink(await findPublicLink(deps, caller, linkId), caller, condition);
  requireActive(found);
  const { fileId } = found.configuration;
  const file = await findFileOfLink(deps, fileId);
  const { warnings, ...checked } = await checkPublicLink(deps, caller, file, { ...replacement, fileId });
  const link = await deps.database.transact(async (stores) => {
    // This precedes the lock of the link, because completing a document locks the document first, too.
    await stores.documents.shareThoseOfLink(linkId, checked.configuration.sharingSetting);
    return changeLink(stores, caller, linkId, condition, async (locked) => {
      requireActive(locked);
      await appendLinkEntry(stores, locked, { type: 'link.replaced' }, caller, deps);
      const next = { ...locked, ...checked, reading: readingFor(checked, locked) };
      await followReading(stores, locked, next);
      return { ...next, revision: locked.revision + 1, updatedAt: deps.clock.now() };
    });
  });
  const ignored = replacement.fileId !== undefined && replacement.fileId !== fileId;
  return viewLink(deps, link, [
    ...(ignored ? [{ code: 'member_without_effect', path: 'fileId' }] : []),
    ...warnings,
  ]);
}

/** Disables the link for ever; repeating it has no effect [D6-32]. Throws `precondition_failed`. */
async function disablePublicLink(
  deps: SigningDeps,
  caller: Caller,
  linkId: string,
  condition: RevisionCondition,
): Promise<PublicLinkView> {
  const link = await deps.database.transact((stores) =>
    changeLink(stores, caller, linkId, condition, async (locked) => {
      if (locked.disabledAt !== null) return locked;
      await appendLinkEntry(stores, locked, { type: 'link.disabled' }, caller, deps);
      const now = deps.clock.now();
      return { ...locked, disabledAt: now, updatedAt: now, revision: locked.revision + 1 };
    }),
  );
  return viewLink(deps, link, []);
}

/** Deletes the link and keeps its documents. Throws `public_link_active`, `precondition_failed`. */
async function deletePublicLink(
  deps: SigningDeps,
  caller: Caller,
  linkId: string,
  condition: RevisionCondition,
): Promise<void> {
  await deps.database.transact(async (stores) => {
    const link = requireOwnLink(await stores.saved.lock('link', linkId), caller, condition);
    if (link.disabledAt === null) throw new SigningError('public_link_active');
    await stores.saved.remove('link', linkId);
    await appendLinkEntry(stores, link, { type: 'link.deleted' }, caller, deps);
    await followReading(stores, link, null);
    // It may have been deleted before, and was kept for the link.
    const file = await stores.files.find(link.configuration.fileId);
    if (file === null) return;
    const { blobId, accountId } = file;
    await stores.jobs.enqueue({ name: 'remove-unused-blob', blobId }, { accountId });
  });
}

async function changeLink(
  { saved }: Stores,
  caller: Caller,
  linkId: string,
  condition: RevisionCondition,
  change: (locked: PublicLink) => Promise<PublicLink>,
): Promise<PublicLink> {
  const next = await change(requireOwnLink(await saved.lock('link', linkId), caller, condition));
  await saved.update('link', next);
  return next;
}

async function findPublicLink(
  { database }: Pick<SigningDeps, 'database'>,
  caller: Caller,
  linkId: string,
): Promise<PublicLink> {
  return requireVisible(await database.read.saved.find('link', linkId), caller, 'public_link_not_found');
}

function requireOwnLink(link: PublicLink | null, caller: Caller, condition: RevisionCondition): PublicLink {
  return requireOwn(link, caller, 'public_link_not_found', condition);
}

/** Throws `public_link_disabled`. */
export function requireActive({ disabledAt }: PublicLink): void {
  if (disabledAt !== null) throw new SigningError('public_link_disabled');
}

/** Its owner may have deleted the file. */
export async function findFileOfLink(
  { database }: Pick<SigningDeps, 'database'>,
  fileId: string,
): Promise<StoredFile> {
  const file = await database.read.files.find(fileId);
  if (file === null) throw new TypeError(`the file ${fileId} of a public link is missing`);
  return file;
}

function viewLink({ urls }: SigningDeps, link: PublicLink, warnings: readonly Warning[]): PublicLinkView {
  return { link, url: urls.signing(link.token), warnings };
}

async function listPublicLinks(
  { database, urls }: SigningDeps,
  { accountId, userId }: Caller,
  query: PageQuery,
): Promise<Page<PublicLinkView>> {
  const { items, nextOffset } = await readPage(query, (page) =>
    database.read.saved.list('link', { accountId, userId, ...page }),
  );
  return {
    items: items.map((link) => ({ link, url: urls.signing(link.token), warnings: [] })),
    nextOffset,
  };
}

/** The completed ones, newest first. */
async function listDocumentsOfLink(
  deps: SigningDeps,
  caller: Caller,
  linkId: string,
  query: PageQuery,
): Promise<Page<DocumentSummary>> {
  await findPublicLink(deps, caller, linkId);
  return readPage(query, (page) => deps.database.read.documents.listCompletedOfLink(linkId, page));
}

/** Lists the fields in page order. */
async function readFieldsOfLink(
  deps: SigningDeps,
  caller: Caller,
  linkId: string,
): Promise<readonly FormField[]> {
  return readFieldsOf(deps, await readSourceFileOfLink(deps, caller, linkId));
}

/** The file is for everybody who sees the link. */
export async function readSourceFileOfLink(
  deps: SigningDeps,
  caller: Caller,
  linkId: string,
): Promise<StoredFile> {
  const { configuration } = await findPublicLink(deps, caller, linkId);
  return findFileOfLink(deps, configuration.fileId);
}

export const publicLinkOperations = {
  create: createPublicLink,
  list: listPublicLinks,
  get: getPublicLink,
  replace: replacePublicLink,
  disable: disablePublicLink,
  delete: deletePublicLink,
  duplicate: duplicatePublicLink,
  readFields: readFieldsOfLink,
  readSourceFile: readSourceFileOfLink,
  listDocuments: listDocumentsOfLink,
};
