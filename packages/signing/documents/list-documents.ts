import type { Caller } from '@countersign/identity';
import { type Page, type PageQuery, readPage } from '../page.ts';
import type { SigningDeps } from '../signing.ts';
import type { DocumentSummary } from './document.ts';

/** Own and shared documents, newest first. */
export function listDocuments(
  { database }: SigningDeps,
  { accountId, userId }: Caller,
  query: PageQuery,
): Promise<Page<DocumentSummary>> {
  return readPage(query, (page) => database.read.documents.list({ accountId, userId, ...page }));
}
