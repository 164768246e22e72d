import { MAX_INPUT_BYTES } from '@countersign/toolkit/limits';
import { MEBIBYTE } from '../configuration/limits.ts';
import type { DocumentState } from '../documents/document.ts';
import { SigningError } from '../errors.ts';
import type { UploadedAttachment } from '../methods/signature.ts';

/** The toolkit embeds no more. Throws `attachments_too_large`. */
export function requireBelowAttachmentLimit(
  document: DocumentState,
  added: readonly UploadedAttachment[],
): void {
  requireWithin(MAX_INPUT_BYTES - signedBytes(document), added);
}

/**
 * Each field that is still open has an equal part of what the signed ones left, so that no signee uses up what the
 * fields of others need. `fields` are the names of those that take attachments. Throws `attachments_too_large`.
 */
export function requireBelowPartOfField(
  document: DocumentState,
  fields: readonly string[],
  added: readonly UploadedAttachment[],
): void {
  const signed = new Set(
    document.signees.flatMap(({ signature, operatedTriggers }) =>
      signature === null ? [] : operatedTriggers.map(({ field }) => field),
    ),
  );
  const open = fields.filter((name) => !signed.has(name)).length;
  requireWithin((MAX_INPUT_BYTES - signedBytes(document)) / Math.max(1, open), added);
}

function signedBytes({ signees }: DocumentState): number {
  return sumOf(signees.flatMap(({ signature }) => signature?.attachments ?? []));
}

function requireWithin(maxBytes: number, added: readonly UploadedAttachment[]): void {
  if (sumOf(added) <= maxBytes) return;
  throw new SigningError('attachments_too_large', { megabytes: Math.floor((maxBytes / MEBIBYTE) * 10) / 10 });
}

function sumOf(attachments: readonly UploadedAttachment[]): number {
  return attachments.reduce((sum, { size }) => sum + size, 0);
}
