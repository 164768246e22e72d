import { type PDFDict, type PDFName, type PDFObject, PDFRawStream, type PDFStream } from 'pdf-lib';

/** Returns the entries without the copy that `entries()` makes. */
export function entriesOf(dict: PDFDict): ReadonlyMap<PDFName, PDFObject> {
  return (dict as unknown as { dict: ReadonlyMap<PDFName, PDFObject> }).dict;
}

/** Its private constructor sets `contents`; here an accessor reads on demand. */
export const RawStreamBase = PDFRawStream as unknown as new (
  dict: PDFDict,
  contents: Uint8Array | undefined,
) => PDFStream;
