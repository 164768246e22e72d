import type { Caller } from '@countersign/identity';
import type { DocumentSummary } from '../documents/document.ts';
import type { StoredFile } from '../files/file.ts';
import { readFieldsOf } from '../files/read-file-fields.ts';
import { type Page, type PageQuery, readPage } from '../page.ts';
import type { FormField } from '../ports/pdf-toolkit.ts';
import type { SigningDeps } from '../signing.ts';
import { findFileOfLink, findPublicLink, type PublicLinkView } from './save-public-link.ts';

export async function listPublicLinks(
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
export async function listDocumentsOfLink(
  deps: SigningDeps,
  caller: Caller,
  linkId: string,
  query: PageQuery,
): Promise<Page<DocumentSummary>> {
  await findPublicLink(deps, caller, linkId);
  return readPage(query, (page) => deps.database.read.documents.listCompletedOfLink(linkId, page));
}

/** In page order. */
export async function readFieldsOfLink(
  deps: SigningDeps,
  caller: Caller,
  linkId: string,
): Promise<readonly FormField[]> {
  return readFieldsOf(deps, await readSourceFileOfLink(deps, caller, linkId));
}

/** For everybody who sees the link. */
export async function readSourceFileOfLink(
  deps: SigningDeps,
  caller: Caller,
  linkId: string,
): Promise<StoredFile> {
  const { configuration } = await findPublicLink(deps, caller, linkId);
  return findFileOfLink(deps, configuration.fileId);
}
