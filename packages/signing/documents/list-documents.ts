import type { Caller } from '@countersign/identity';
import { type Page, type PageQuery, readPage } from '../page.ts';
import type { DocumentFilters, ReadStores } from '../ports/database.ts';
import type { SigningDeps } from '../signing.ts';
import type { DocumentSummary } from './document.ts';
import { type DocumentGroup, type GroupCounts, type GroupViewer, isWaitingFor } from './progress.ts';
import { searchWords } from './search-text.ts';

export interface DocumentQuery extends PageQuery, Omit<DocumentFilters, 'words' | 'group'> {
  readonly search?: string | undefined;
  readonly group?: DocumentGroup | undefined;
}

export interface ListedDocument extends DocumentSummary {
  readonly isWaitingForCaller: boolean;
}

/** Own and shared, newest first. */
export async function listDocuments(
  { database }: SigningDeps,
  caller: Caller,
  query: DocumentQuery,
): Promise<Page<ListedDocument>> {
  const { accountId, userId } = caller;
  const { status, createdAfter, createdBefore, externalId, search = '', group } = query;
  const viewer = await findViewer(database.read, caller);
  const filters = {
    ...{ status, createdAfter, createdBefore, externalId, words: searchWords(search) },
    group: group && { name: group, viewer },
  };
  const { items, nextOffset } = await readPage(query, (page) =>
    database.read.documents.list({ accountId, userId, ...filters, ...page }),
  );
  const isWaitingForCaller = ({ progress }: DocumentSummary) => isWaitingFor(progress, viewer);
  return {
    items: items.map((document) => ({ ...document, isWaitingForCaller: isWaitingForCaller(document) })),
    nextOffset,
  };
}

/** As `listDocuments` lists them. */
export async function countDocuments({ database }: SigningDeps, caller: Caller): Promise<GroupCounts> {
  const viewer = await findViewer(database.read, caller);
  return database.read.documents.countGroups({ accountId: caller.accountId, viewer });
}

async function findViewer({ accounts }: ReadStores, { userId }: Caller): Promise<GroupViewer> {
  const user = await accounts.findUser(userId);
  return { userId, emailAddress: user?.emailAddress.toLowerCase() ?? '' };
}
