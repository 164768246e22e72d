import { readAttachment } from '@countersign/pdf';
import type { PdfInput } from '../pdf-toolkit.ts';
import { withPdf } from './open-input.ts';

/** The evidence of fifty signees is below 1 MB. */
const MAX_ATTACHMENT_BYTES = 4 * 1024 * 1024;

export function readAttachmentOf(input: PdfInput, name: string): Promise<Uint8Array | null> {
  return withPdf(input, (file) => readAttachment(file, name, MAX_ATTACHMENT_BYTES) ?? null);
}
