import type { Caller } from '@countersign/identity';
import type { SigningDeps } from '../signing.ts';
import type { DocumentState } from './document.ts';
import { findVisibleDocument } from './visibility.ts';

export function getDocument(
  { database }: SigningDeps,
  caller: Caller,
  documentId: string,
): Promise<DocumentState> {
  return findVisibleDocument(database.read, caller, documentId);
}
