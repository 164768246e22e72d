import type { Caller } from '@countersign/identity';
import { SigningError } from '../errors.ts';
import type { ReadStores } from '../ports/database.ts';
import type { DocumentState } from './document.ts';

interface Shareable {
  readonly userId: string;
  readonly sharingSetting?: DocumentState['sharingSetting'] | undefined;
}

export function isVisibleTo(item: Shareable, userId: string): boolean {
  return item.userId === userId || item.sharingSetting === 'shared';
}

/** Another account's document is 404 [D4-11], a colleague's that is not shared 403 [D4-12]. */
export function requireVisible(
  document: DocumentState | null,
  caller: Caller,
  documentId: string,
): DocumentState {
  if (document === null || document.accountId !== caller.accountId || document.status === 'deleted') {
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
