import { readFileSync, statSync } from 'node:fs';
import {
  type Attachment,
  attachFiles,
  DEFAULT_LIMITS,
  extractAttachment,
  type ListedAttachment,
  listAttachments,
  PdfBytes,
  removeAttachments,
  warnIfSigned,
} from '@countersign/pdf';
import { toUint8Array } from '@countersign/pdf/arguments';
import { MAX_INPUT_BYTES, ToolkitError } from '../errors.ts';
import type { PageEditReport, SavedAttachment } from '../reports.ts';
import type {
  AttachArgs,
  DetachArgs,
  NewAttachment,
  PdfInput,
  ReadArgs,
  SaveAttachmentArgs,
} from '../requests.ts';
import { updateClaimForAttachments } from './conformance.ts';
import { withPdf } from './reading.ts';
import { rewriteEdited, saveEdited } from './save-edited.ts';

export function attach({ files, ...args }: AttachArgs): Promise<PageEditReport> {
  return saveEdited(args, (file) => {
    attachFiles(file, Array.from(readContents(files), toAttachment));
    return [...warnIfSigned(file), ...updateClaimForAttachments(file)];
  });
}

function toAttachment([given, bytes]: readonly [NewAttachment, Uint8Array]): Attachment {
  const { name, mimeType = UNKNOWN_TYPE, relationship = 'Unspecified', description, modifiedAt } = given;
  return {
    name,
    bytes,
    mimeType: mediaTypeOf(mimeType),
    relationship,
    description,
    modifiedAt: modifiedAt === undefined ? undefined : new Date(modifiedAt),
  };
}

export function detach({ names, ...args }: DetachArgs): Promise<PageEditReport> {
  return rewriteEdited(args, (file) => {
    removeAttachments(file, names);
    return warnIfSigned(file);
  });
}

export function listAttachmentsOf({ input }: ReadArgs): Promise<readonly ListedAttachment[]> {
  return withPdf(input, listAttachments);
}

export function saveAttachment({ input, output, index }: SaveAttachmentArgs): Promise<SavedAttachment> {
  return withPdf(input, (file) => {
    const bytes = extractAttachment(file, index, DEFAULT_LIMITS.inflatedStream);
    new PdfBytes([bytes]).writeTo(output);
    return { size: bytes.length };
  });
}

/** The syntax of a media type (RFC 6838 4.2). */
const MIME_TYPE = /^[a-z\d][\w!#$&^.+-]{0,126}\/[a-z\d][\w!#$&^.+-]{0,126}$/i;
const UNKNOWN_TYPE = 'application/octet-stream';

/** Returns `application/octet-stream` for what is not a media type. */
export function mediaTypeOf(text: string): string {
  return MIME_TYPE.test(text) ? text.toLowerCase() : UNKNOWN_TYPE;
}

/** Reads the contents of attachments one after the other. Throws `inputs_too_large`. */
export function* readContents<Item extends { readonly content: PdfInput }>(
  items: readonly Item[],
): Generator<readonly [Item, Uint8Array]> {
  let total = 0;
  for (const item of items) {
    total += sizeOf(item.content);
    if (total > MAX_INPUT_BYTES) throw tooLarge(total);
    yield [item, typeof item.content === 'string' ? readFileSync(item.content) : toUint8Array(item.content)];
  }
}

function sizeOf(content: PdfInput): number {
  return typeof content === 'string' ? statSync(content).size : content.byteLength;
}

function tooLarge(bytes: number): ToolkitError {
  const message = `the attachments have more than ${MAX_INPUT_BYTES} bytes together`;
  return new ToolkitError('inputs_too_large', message, { bytes, limit: MAX_INPUT_BYTES });
}
