import { randomBytes } from 'node:crypto';
import { PDFArray, type PDFDict, PDFHexString, PDFName, PDFNumber } from 'pdf-lib';
import { SealError } from '../errors.ts';

/** Of /Contents in the increment, including `<` and `>`. */
export interface ContentsRange {
  readonly start: number;
  readonly end: number;
}

/** Ten digits (ISO 32000-1 7.5.4). */
const MAX_OFFSET = 9_999_999_999;
const NONCE_BYTES = 16;

/**
 * For /ByteRange and /Contents. Returns the nonce by which `findContents` finds them in the written bytes.
 */
export function addPlaceholders(signature: PDFDict, placeholderBytes: number): string {
  const nonce = randomBytes(NONCE_BYTES).toString('hex').toUpperCase();
  const range = PDFArray.withContext(signature.context);
  for (const value of [0, MAX_OFFSET, MAX_OFFSET, MAX_OFFSET]) range.push(PDFNumber.of(value));
  // At the end, /ByteRange right before /Contents: `writeByteRange` relies on it.
  for (const key of ['ByteRange', 'Contents']) signature.delete(PDFName.of(key));
  signature.set(PDFName.of('ByteRange'), range);
  signature.set(PDFName.of('Contents'), PDFHexString.of(nonce.padEnd(placeholderBytes * 2, '0')));
  return nonce;
}

/** It must contain the nonce. */
export const MIN_PLACEHOLDER_BYTES = NONCE_BYTES;

export function findContents(increment: Uint8Array, nonce: string): ContentsRange {
  const bytes = asBuffer(increment);
  const start = bytes.indexOf(`<${nonce}`, 0, 'latin1');
  const end = bytes.indexOf('>', start, 'latin1') + 1;
  if (start < 0 || end <= 0) throw new Error('The placeholder of the seal was not written');
  return { start, end };
}

/** Everything except the /Contents string (ISO 32000-1 12.8.1). Keeps the length. */
export function writeByteRange(increment: Uint8Array, contents: ContentsRange, baseSize: number): void {
  const bytes = asBuffer(increment);
  const open = bytes.indexOf('[', bytes.lastIndexOf('/ByteRange', contents.start, 'latin1'), 'latin1');
  const close = bytes.indexOf(']', open, 'latin1');
  const total = baseSize + increment.length;
  const range = [0, baseSize + contents.start, baseSize + contents.end, total - baseSize - contents.end];
  bytes.write(range.join(' ').padEnd(close - open - 1), open + 1, 'latin1');
}

export function contentsCapacity(contents: ContentsRange): number {
  return (contents.end - contents.start - 2) / 2;
}

/** Padded with zeros. Throws `placeholder_too_small`. */
export function writeContents(increment: Uint8Array, contents: ContentsRange, cms: Uint8Array): void {
  const reserved = contentsCapacity(contents);
  if (cms.length > reserved)
    throw new SealError(
      'placeholder_too_small',
      `Reserved ${reserved} bytes for the signature, it has ${cms.length}`,
      { reserved, needed: cms.length },
    );
  const hex = Buffer.from(cms).toString('hex').toUpperCase();
  asBuffer(increment).write(hex.padEnd(reserved * 2, '0'), contents.start + 1, 'latin1');
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
