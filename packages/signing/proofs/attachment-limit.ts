import type { DocumentState } from '../documents/document.ts';
import { SigningError } from '../errors.ts';
import type { UploadedAttachment } from '../methods/signature.ts';

/** Of a document: the toolkit embeds no more. */
const MAX_TOTAL_BYTES = 50 * 1024 * 1024;

/** Throws `attachments_too_large`. */
export function requireBelowAttachmentLimit(
  { signees }: DocumentState,
  added: readonly UploadedAttachment[],
): void {
  const signed = signees.flatMap(({ signature }) => signature?.attachments ?? []);
  const total = [...signed, ...added].reduce((sum, { size }) => sum + size, 0);
  if (total > MAX_TOTAL_BYTES)
    throw new SigningError('attachments_too_large', { megabytes: MAX_TOTAL_BYTES / 1024 / 1024 });
}
