import { invalid } from '@countersign/base';
import type { Caller } from '@countersign/identity';
import type { SigningDeps } from '../deps.ts';
import { refusal, SigningError } from '../errors.ts';
import type { ReadStores } from '../ports/database.ts';
import { type DocumentState, isUnstarted } from './document.ts';

interface Shareable {
  readonly userId: string;
  readonly sharingSetting?: DocumentState['sharingSetting'] | undefined;
}

export function isVisibleTo(item: Shareable, userId: string): boolean {
  return item.userId === userId || item.sharingSetting === 'shared';
}

/**
 * Another account's document is 404 [D4-11], a colleague's that is not shared 403 [D4-12]. A visitor who has not entered the
 * code has none: prefilling it once began it, with mails and a signature, for a contact that was not verified.
 */
export function requireVisible(
  document: DocumentState | null,
  caller: Caller,
  documentId: string,
): DocumentState {
  const isOther = document?.accountId !== caller.accountId;
  if (document === null || isOther || document.status === 'deleted' || isUnstarted(document)) {
    throw new SigningError('document_not_found', { documentId });
  }
  if (!isVisibleTo(document, caller.userId)) throw new SigningError('not_yours');
  return document;
}

export async function findVisibleDocument(
  stores: ReadStores,
  caller: Caller,
  documentId: string,
): Promise<DocumentState> {
  return requireVisible(await stores.documents.find(documentId), caller, documentId);
}

export interface LabelledDocument extends DocumentState {
  readonly labels: readonly string[];
}

async function getDocument(
  { database }: SigningDeps,
  caller: Caller,
  documentId: string,
): Promise<LabelledDocument> {
  // They are read at once, because most of the time of this request is that of round trips.
  const [document, labels] = await Promise.all([
    findVisibleDocument(database.read, caller, documentId),
    database.read.documents.findLabels(documentId),
  ]);
  return { ...document, labels };
}

/** An active user of the same account [4.4-06], by default the caller. */
export async function resolveOwner(
  stores: ReadStores,
  caller: Caller,
  userId: string | null | undefined,
): Promise<string> {
  if (userId === null || userId === undefined || userId === caller.userId) return caller.userId;
  const owner = await stores.accounts.findUser(userId);
  if (owner?.accountId !== caller.accountId || owner.status !== 'active')
    throw refusal(invalid('userId', 'not_in_account'));
  return userId;
}

export const lookupOperations = { get: getDocument };
