import { parseFieldName } from '@countersign/forms/attributes';
import type { Caller } from '@countersign/identity';
import type { SigningDeps } from '../deps.ts';
import { type Page, type PageQuery, readPage } from '../page.ts';
import type { DocumentFilters, ReadStores } from '../ports/database.ts';
import {
  type DocumentGroup,
  type DocumentProgress,
  type DocumentState,
  type DocumentSummary,
  type GroupCounts,
  type GroupViewer,
  type ListedPerson,
  listPeople,
  type Signee,
} from './document.ts';
import { listOf } from './field-entries.ts';
import { findVisibleDocument } from './find-document.ts';
import { type LabelCount, labelKey, toLabels, writtenLabels } from './labels.ts';
import { findExpiryDate } from './retention.ts';
import { hasExpired, signeesInTurn } from './signing-access.ts';
import { canMove } from './status.ts';

/** A row of the list has no room for more. */
const MAX_LISTED_PEOPLE = 5;

type Progressing = Pick<
  DocumentState,
  | 'signees'
  | 'status'
  | 'declined'
  | 'signingDeadline'
  | 'expiryDate'
  | 'completedAt'
  | 'revokedAt'
  | 'publicLink'
>;

export function progressOf(document: Progressing): DocumentProgress {
  const { signees, status, declined } = document;
  const next = status === 'awaiting_signatures' ? signeesInTurn(signees) : [];
  return {
    signees: signees.length,
    signed: signees.filter(({ signature }) => signature !== null).length,
    next: next.map(({ fullName, emailAddress }) => ({
      fullName,
      emailAddress: emailAddress?.toLowerCase() ?? null,
    })),
    people: listPeople(document)
      .toSorted((first, second) => first.signingOrder - second.signingOrder)
      .slice(0, MAX_LISTED_PEOPLE)
      .map((signee) => presentPerson(signee, document)),
    signBy: canMove(status, 'revoked') ? findExpiryDate(document).toISOString() : null,
    endedAt: (document.completedAt ?? document.revokedAt)?.toISOString() ?? null,
    ...(declined === undefined ? {} : { isDeclined: true as const }),
    ...(hasExpired(document) ? { isExpired: true as const } : {}),
  };
}

function presentPerson(signee: Signee, { declined }: Pick<DocumentState, 'declined'>): ListedPerson {
  const { signeeId, fullName, emailAddress, phoneNumber, signature, deliveries = [] } = signee;
  const name = fullName || emailAddress || phoneNumber || '';
  if (signature !== null) return { name, state: 'signed' };
  if (declined?.signeeId === signeeId) return { name, state: 'declined' };
  const isUnreached = deliveries.some(({ failure }) => failure !== null);
  return { name, state: isUnreached ? 'unreached' : 'waiting' };
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

export interface DocumentQuery extends PageQuery, Omit<DocumentFilters, 'words' | 'group' | 'labelKey'> {
  readonly search?: string | undefined;
  readonly group?: DocumentGroup | undefined;
  readonly label?: string | undefined;
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
  const { status, createdAfter, createdBefore, externalId, search = '', group, label } = query;
  const viewer = await findViewer(database.read, caller);
  const filters = {
    status,
    createdAfter,
    createdBefore,
    externalId,
    words: searchWords(search),
    group: group && { name: group, viewer },
    labelKey: label === undefined ? undefined : labelKey(label),
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

/** Counts the documents that `listDocuments` lists, and the drafts that wait to be sent. */
async function countDocuments(
  { database: { read }, clock }: SigningDeps,
  caller: Caller,
): Promise<{ readonly groups: GroupCounts; readonly drafts: number }> {
  const viewer = await findViewer(read, caller);
  const [groups, drafts] = await Promise.all([
    read.documents.countGroups({ accountId: caller.accountId, viewer }),
    read.saved.countOpenDrafts(caller, clock.now()),
  ]);
  return { groups, drafts };
}

/** Whoever sees the document in the list may label it. A repeated request changes nothing. */
async function setLabels(
  { database }: SigningDeps,
  caller: Caller,
  documentId: string,
  written: readonly string[],
): Promise<readonly string[]> {
  const labels = toLabels(written);
  await database.transact(async (stores) => {
    // The lock orders simultaneous requests, and a deletion at the same time leaves no labels behind.
    await stores.documents.lock(documentId);
    const document = await findVisibleDocument(stores, caller, documentId);
    await stores.documents.setLabels(document, labels);
  });
  return writtenLabels(labels);
}

/** Lists the labels of the documents that the caller sees in the list, the most frequent first. */
function countLabels(
  { database }: SigningDeps,
  { accountId, userId }: Caller,
): Promise<readonly LabelCount[]> {
  return database.read.documents.countLabels({ accountId, userId });
}

async function findViewer({ accounts }: ReadStores, { userId }: Caller): Promise<GroupViewer> {
  const user = await accounts.findUser(userId);
  return { userId, emailAddress: user?.emailAddress.toLowerCase() ?? '' };
}

export const listOperations = { list: listDocuments, countGroups: countDocuments, setLabels, countLabels };
