import type { SealedSample } from './sealed-sample.ts';

/** A part of a sealed file: bytes from `start` up to, but not including, `end`. */
export interface Region {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Whether the seal's byte range has it. What is left out is /Contents, the signature itself. */
  readonly isSigned: boolean;
}

/** Every byte of a sealed file, once, by what it is for. */
export function listRegions({ bytes, originalSize }: SealedSample): readonly Region[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rangeStart = text.lastIndexOf('/ByteRange', undefined, 'latin1');
  const contents = text.indexOf('<', rangeStart, 'latin1');
  const zeros = contents + 1 + 2 * derLength(text, contents + 1);
  const contentsEnd = text.indexOf('>', contents, 'latin1') + 1;
  const startxref = text.lastIndexOf('startxref', undefined, 'latin1');
  const section = Number(text.toString('latin1', startxref + 'startxref'.length).split('%')[0]);
  const ends: [string, number, boolean][] = [
    ['the file that was uploaded', originalSize, true],
    ['values, ink and evidence', rangeStart, true],
    ['/ByteRange', contents, true],
    ['signature in /Contents', zeros, false],
    ['zeros behind it and >', contentsEnd, false],
    ['objects behind the signature', section, true],
    ['cross-reference of the seal', startxref, true],
    ['startxref and %%EOF', bytes.length, true],
  ];
  return ends.flatMap(([name, end, isSigned], index) => {
    const start = ends[index - 1]?.[1] ?? 0;
    return end > start ? [{ name, start, end, isSigned }] : [];
  });
}

/** Bytes of the DER value whose hexadecimal digits begin at `start`; a signature has a length of two bytes. */
function derLength(text: Buffer, start: number): number {
  const header = Buffer.from(text.toString('latin1', start, start + 8), 'hex');
  if (header[1] !== 0x82) throw new Error('The signature is no DER sequence of 256 bytes and more');
  return 4 + header.readUInt16BE(2);
}
