import { createHash } from 'node:crypto';
import { SigningError } from '../errors.ts';
import type { DocumentState, Signee } from './document.ts';

/** Enough to distinguish the PDFs of one document. */
const VERSION_DIGITS = 16;

/** The prepared PDF is replaced when the sender sets form values. Null before the first one. */
export function fileVersionOf({ preparedBlobId }: Pick<DocumentState, 'preparedBlobId'>): string | null {
  if (preparedBlobId === null) return null;
  return createHash('sha256').update(preparedBlobId).digest('hex').slice(0, VERSION_DIGITS);
}

/** Throws `document_changed` if another name was shown. Without one the current one was. */
export function requireShownName({ fullName }: Pick<Signee, 'fullName'>, shown: string | undefined): void {
  if (shown !== undefined && shown !== fullName) throw new SigningError('document_changed');
}

/** Throws `document_changed` if another PDF was shown. Without a version the current one was. */
export function requireFileVersion(
  document: Pick<DocumentState, 'preparedBlobId'>,
  shown: string | undefined,
): void {
  if (shown !== undefined && shown !== fileVersionOf(document)) throw new SigningError('document_changed');
}
