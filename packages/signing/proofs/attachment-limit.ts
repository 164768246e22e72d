import { MAX_INPUT_BYTES } from '@countersign/toolkit/limits';
import type { DocumentState } from '../documents/document.ts';
import { SigningError } from '../errors.ts';
import type { UploadedAttachment } from '../methods/signature.ts';

/** The toolkit embeds no more. Throws `attachments_too_large`. */
export function requireBelowAttachmentLimit(
  { signees }: DocumentState,
  added: readonly UploadedAttachment[],
): void {
  const signed = signees.flatMap(({ signature }) => signature?.attachments ?? []);
  const total = [...signed, ...added].reduce((sum, { size }) => sum + size, 0);
  if (total > MAX_INPUT_BYTES)
    throw new SigningError('attachments_too_large', { megabytes: MAX_INPUT_BYTES / 1024 / 1024 });
}
