import type { SealedSample } from './sealed-sample.ts';

/** A part of a sealed file: bytes from `start` to `end`, exclusive. */
export interface Region {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Whether the byte range covers it; /Contents is excluded. */
  readonly isSigned: boolean;
}

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

/** Returns the length in bytes of the DER value in hexadecimal at `start`; its length takes two bytes. */
function derLength(text: Buffer, start: number): number {
  const header = Buffer.from(text.toString('latin1', start, start + 8), 'hex');
  if (header[1] !== 0x82) throw new Error('not a DER sequence of 256 bytes or more');
  return 4 + header.readUInt16BE(2);
}
