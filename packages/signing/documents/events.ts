import type { Caller, User } from '@countersign/identity';
import type { AuditDetails, AuditType, ChainedEntry } from '../audit/audit-entry.ts';
import type { SigningDeps } from '../deps.ts';
import { type Page, type PageQuery, selectPage } from '../page.ts';
import type { ReadStores } from '../ports/database.ts';
import type { DocumentState } from './document.ts';
import { findVisibleDocument } from './find-document.ts';

/** An entry of the trail as people of the account see it. */
export interface HistoryEntry {
  readonly entryId: string;
  readonly type: AuditType;
  readonly date: Date;
  /** It is null if the service itself did it. */
  readonly actor: Person | null;
  /** If that is not the actor. */
  readonly signee: Person | null;
  /** The actor got links for these people. */
  readonly recipients: readonly Person[];
  readonly details: AuditDetails;
}

interface Person {
  readonly kind: 'user' | 'signee';
  readonly id: string;
  /** It is null if the person was removed; empty if they have no name yet. */
  readonly fullName: string | null;
}

const BY_SIGNEES: ReadonlySet<AuditType> = new Set([
  'document.opened',
  'document.opened_again',
  'document.consented',
  'document.signed',
  'document.declined',
  'document.assistant_used',
]);

/** The rest is for proof, or says which browser and address a signee had. */
const SHOWN_DETAILS = [
  ...['channel', 'channels', 'failure', 'reason', 'members', 'sha256'],
  /** The sender finds a payment at the provider by these. */
  ...['amount', 'provider', 'paymentId'],
] as const;

/** Lists the newest first. */
async function listEvents(
  { database }: SigningDeps,
  caller: Caller,
  documentId: string,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  const document = await findVisibleDocument(database.read, caller, documentId);
  const trail = await database.read.audit.listFor({ kind: 'document', id: documentId });
  const { items, nextOffset } = selectPage(trail.toReversed(), query);
  const users = await findUsers(database.read, items);
  const names = namesOfSignees(document, trail);
  return { items: items.map((entry) => describe(entry, users, names)), nextOffset };
}

async function findUsers(
  { accounts }: ReadStores,
  entries: readonly ChainedEntry[],
): Promise<ReadonlyMap<string, User | null>> {
  const users = new Map<string, User | null>();
  for (const { userId } of entries)
    if (userId !== null && !users.has(userId)) users.set(userId, await accounts.findUser(userId));
  return users;
}

/** Finds names also by the ids from before corrections of contact details. */
export function namesOfSignees(
  { signees }: Pick<DocumentState, 'signees'>,
  trail: readonly ChainedEntry[],
): ReadonlyMap<string, string> {
  const names = new Map(signees.map(({ signeeId, fullName }) => [signeeId, fullName]));
  for (const { signeeId, previousSigneeId } of trail.toReversed().map(detailsOf)) {
    const name = names.get(String(signeeId));
    if (typeof previousSigneeId === 'string' && name !== undefined) names.set(previousSigneeId, name);
  }
  return names;
}

export function detailsOf({ details }: Pick<ChainedEntry, 'details'>): AuditDetails {
  return JSON.parse(details);
}

function describe(
  entry: ChainedEntry,
  users: ReadonlyMap<string, User | null>,
  names: ReadonlyMap<string, string>,
): HistoryEntry {
  const { entryId, type, date, userId } = entry;
  const details = detailsOf(entry);
  const { signeeId } = details;
  const personOf = (id: string): Person => ({ kind: 'signee', id, fullName: names.get(id) ?? null });
  const signee = typeof signeeId === 'string' ? personOf(signeeId) : null;
  const user: Person | null =
    userId === null ? null : { kind: 'user', id: userId, fullName: users.get(userId)?.fullName ?? null };
  const isBySignee = BY_SIGNEES.has(type);
  return {
    entryId,
    type,
    date,
    actor: isBySignee ? signee : user,
    signee: isBySignee ? null : signee,
    recipients: recipientsOf(details).map(personOf),
    details: Object.fromEntries(
      SHOWN_DETAILS.flatMap((name) => (details[name] === undefined ? [] : [[name, details[name]]])),
    ),
  };
}

/** A signee with several channels has several links. */
function recipientsOf({ links }: AuditDetails): readonly string[] {
  if (!Array.isArray(links)) return [];
  return [...new Set(links.map((link) => String(link.signeeId)))];
}

export const historyOperations = { listEvents };
