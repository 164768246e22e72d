import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { attachFile, type PdfFile } from '@countersign/pdf';
import { toUint8Array } from '@countersign/pdf/arguments';
import { ToolkitError } from '../errors.ts';
import { MAX_INPUT_BYTES } from '../limits.ts';
import type { AttachedFile, PdfInput } from '../pdf-toolkit.ts';

/** RFC 6838 4.2. */
const MIME_TYPE = /^[a-z\d][\w!#$&^.+-]{0,126}\/[a-z\d][\w!#$&^.+-]{0,126}$/i;
const UNKNOWN_TYPE = 'application/octet-stream';

/** Throws `inputs_too_large`. */
export function attachFiles(file: PdfFile, attachments: readonly AttachedFile[]): void {
  let total = 0;
  for (const attachment of attachments) {
    total += sizeOf(attachment.content);
    if (total > MAX_INPUT_BYTES) throw tooLarge(total);
    embed(file, attachment);
  }
}

function embed(
  file: PdfFile,
  { name, content, mimeType, sha256, description, attachedAt }: AttachedFile,
): void {
  const bytes = typeof content === 'string' ? readFileSync(content) : toUint8Array(content);
  // The evidence contains this hash.
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error('an attachment is not what was received: its SHA-256 differs');
  const at = new Date(attachedAt);
  attachFile(file, {
    name,
    bytes,
    mimeType: MIME_TYPE.test(mimeType) ? mimeType.toLowerCase() : UNKNOWN_TYPE,
    relationship: 'Supplement',
    createdAt: at,
    modifiedAt: at,
    ...(description === undefined ? {} : { description }),
  });
}

function sizeOf(content: PdfInput): number {
  return typeof content === 'string' ? statSync(content).size : content.byteLength;
}

function tooLarge(bytes: number): ToolkitError {
  const message = `the attachments have more than ${MAX_INPUT_BYTES} bytes together`;
  return new ToolkitError('inputs_too_large', message, { bytes, limit: MAX_INPUT_BYTES });
}
