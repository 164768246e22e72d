import type { Caller } from '@countersign/identity';
import { type Page, type PageQuery, readPage } from '../page.ts';
import type { DocumentFilters } from '../ports/database.ts';
import type { SigningDeps } from '../signing.ts';
import type { DocumentSummary } from './document.ts';
import { searchWords } from './search-text.ts';

export interface DocumentQuery extends PageQuery, Omit<DocumentFilters, 'words'> {
  /** Words in any order. */
  readonly search?: string | undefined;
}

/** Own and shared documents, newest first. */
export function listDocuments(
  { database }: SigningDeps,
  { accountId, userId }: Caller,
  query: DocumentQuery,
): Promise<Page<DocumentSummary>> {
  const { status, createdAfter, createdBefore, externalId, search = '' } = query;
  const filters = { status, createdAfter, createdBefore, externalId, words: searchWords(search) };
  return readPage(query, (page) => database.read.documents.list({ accountId, userId, ...filters, ...page }));
}
