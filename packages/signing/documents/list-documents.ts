import { parseFieldName } from '@countersign/forms/attributes';
import type { Caller } from '@countersign/identity';
import type { SigningDeps } from '../deps.ts';
import { type Page, type PageQuery, readPage } from '../page.ts';
import type { DocumentFilters, ReadStores } from '../ports/database.ts';
import type {
  DocumentGroup,
  DocumentProgress,
  DocumentState,
  DocumentSummary,
  GroupCounts,
  GroupViewer,
} from './document.ts';
import { listOf } from './field-entries.ts';
import { hasExpired, signeesInTurn } from './signing-access.ts';

export function progressOf(
  document: Pick<DocumentState, 'signees' | 'status' | 'declined' | 'signingDeadline' | 'revokedAt'>,
): DocumentProgress {
  const { signees, status, declined } = document;
  const next = status === 'awaiting_signatures' ? signeesInTurn(signees) : [];
  return {
    signees: signees.length,
    signed: signees.filter(({ signature }) => signature !== null).length,
    next: next.map(({ fullName, emailAddress }) => ({
      fullName,
      emailAddress: emailAddress?.toLowerCase() ?? null,
    })),
    ...(declined === undefined ? {} : { isDeclined: true as const }),
    ...(hasExpired(document) ? { isExpired: true as const } : {}),
  };
}

/** Failed documents wait for their owner. */
export function groupOf(
  {
    status,
    userId,
    progress,
  }: Pick<DocumentState, 'status' | 'userId'> & { readonly progress: DocumentProgress },
  viewer: GroupViewer,
): DocumentGroup {
  if (status === 'completed') return 'done';
  if (status === 'revoked' || status === 'deleted') return 'ended';
  const isMine = status === 'error' ? userId === viewer.userId : isWaitingFor(progress, viewer);
  return isMine ? 'waiting_for_me' : 'waiting_for_others';
}

export function isWaitingFor({ next }: DocumentProgress, { emailAddress }: GroupViewer): boolean {
  return next.some((signee) => signee.emailAddress === emailAddress);
}

const SEARCH_ATTRIBUTE = 'svc-search-';
/**
 * Characters. Name, people and metadata need less; of the values of a form, the first are found. Every word under
 * a long label once made gigabytes of a small request.
 */
const MAX_SEARCH_TEXT = 64 * 1024;

/**
 * In lower case: its name, names and contact details of signees, metadata, and values given to fields with
 * `svc-search-` [2.10-45].
 */
export function searchText(document: DocumentState): string {
  let found = '';
  for (const text of searchTexts(document)) {
    if (text === null || text === '') continue;
    found += found === '' ? text : `\n${text}`;
    if (found.length >= MAX_SEARCH_TEXT) break;
  }
  return found.slice(0, MAX_SEARCH_TEXT).toWellFormed().toLowerCase();
}

function* searchTexts({ name, signees, metadata = {}, fields }: DocumentState) {
  yield name;
  for (const { fullName, emailAddress, phoneNumber } of signees) yield* [fullName, emailAddress, phoneNumber];
  yield* Object.values(metadata);
  const signedValues = signees.flatMap(({ signature }) => signature?.values ?? []);
  for (const { name, value } of [...fields, ...signedValues]) yield* labelledTexts(name, listOf(value));
}

/** Each has to be somewhere in `searchText`. */
function searchWords(search: string): readonly string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Adds each word as `label:word`, too [2.10-46] [2.10-47]. */
function* labelledTexts(fieldName: string, values: readonly string[]) {
  const labels = parseFieldName(fieldName).attributes.flatMap(({ name }) =>
    name.startsWith(SEARCH_ATTRIBUTE) ? [name.slice(SEARCH_ATTRIBUTE.length)] : [],
  );
  if (labels.length === 0) return;
  yield* values;
  const words = values.flatMap(searchWords);
  for (const label of labels) for (const word of words) yield `${label}:${word}`;
}

export interface DocumentQuery extends PageQuery, Omit<DocumentFilters, 'words' | 'group'> {
  readonly search?: string | undefined;
  readonly group?: DocumentGroup | undefined;
}

export interface ListedDocument extends DocumentSummary {
  readonly isWaitingForCaller: boolean;
}

/** Own and shared, newest first. */
async function listDocuments(
  { database }: SigningDeps,
  caller: Caller,
  query: DocumentQuery,
): Promise<Page<ListedDocument>> {
  const { accountId, userId } = caller;
  const { status, createdAfter, createdBefore, externalId, search = '', group } = query;
  const viewer = await findViewer(database.read, caller);
  const filters = {
    status,
    createdAfter,
    createdBefore,
    externalId,
    words: searchWords(search),
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

/** Counts the documents that `listDocuments` lists. */
async function countDocuments({ database }: SigningDeps, caller: Caller): Promise<GroupCounts> {
  const viewer = await findViewer(database.read, caller);
  return database.read.documents.countGroups({ accountId: caller.accountId, viewer });
}

async function findViewer({ accounts }: ReadStores, { userId }: Caller): Promise<GroupViewer> {
  const user = await accounts.findUser(userId);
  return { userId, emailAddress: user?.emailAddress.toLowerCase() ?? '' };
}

export const listOperations = { list: listDocuments, countGroups: countDocuments };
