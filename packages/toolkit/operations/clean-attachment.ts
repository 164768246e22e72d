import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { reencodeImage } from '@countersign/seal';
import type { CleanedAttachment } from '../pdf-toolkit.ts';
import { stripTo } from './strip.ts';

/** Readers find the header of a PDF within them (ISO 32000-1, annex H). */
const HEADER_BYTES = 1024;

/** By content: a PDF loses what an upload loses; an image is encoded anew. */
export async function cleanAttachment(input: string, output: string): Promise<CleanedAttachment> {
  if (readStart(input).includes('%PDF-')) {
    await stripTo(input, output);
    return { mimeType: 'application/pdf' };
  }
  const { bytes, mimeType } = await reencodeImage(readFileSync(input));
  writeFileSync(output, bytes);
  return { mimeType };
}

function readStart(path: string): string {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(HEADER_BYTES);
    return start.subarray(0, readSync(file, start, 0, HEADER_BYTES, 0)).toString('latin1');
  } finally {
    closeSync(file);
  }
}
