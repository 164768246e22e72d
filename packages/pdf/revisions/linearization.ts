import { PDFDict, PDFName, PDFNumber, PDFStream } from 'pdf-lib';
import type { PdfFileParts } from '../pdf-file.ts';
import { indexOfText } from '../read/characters.ts';
import { skipSpace } from '../read/token-ends.ts';
import { findHeader } from '../read/xref-chain.ts';
import { readStrictObject, skipBlankBytes } from './strict-object.ts';

/** Bytes searched for the first object, after the header and its comment. */
const WINDOW = 1024;

/**
 * Returns true if some readers may begin with another cross-reference section than the newest: with the one after
 * the first object, if a linearization dictionary there states the length of the file (ISO 32000-1 annex F).
 */
export function mayBeReadFromStart({
  reader,
  structure,
}: Pick<PdfFileParts, 'reader' | 'structure'>): boolean {
  const { source } = reader;
  const header = findHeader(source) ?? 0;
  const window = source.read(header, WINDOW);
  const start = header + skipSpace(window, 0, window.length);
  const object = reader.readAt(start)?.object;
  if (object === undefined) return indexOfText(window, 'Linearized') >= 0;
  const dict = object instanceof PDFStream ? object.dict : object;
  if (!(dict instanceof PDFDict) || !dict.has(PDFName.of('Linearized'))) return false;
  const first = readStrictObject(reader, start);
  const length = dict.get(PDFName.of('L'));
  if (first === undefined || !(length instanceof PDFNumber)) return true;
  if (length.asNumber() !== source.size && length.asNumber() !== source.size - header) return false;
  return skipBlankBytes(source, first.end) !== skipBlankBytes(source, structure.startxref + structure.base);
}
