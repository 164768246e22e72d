import { PDFDict, PDFName, PDFRawStream, PDFRef, PDFStream } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { latin1 } from '../read/characters.ts';
import { decodeStream } from '../read/decode-stream.ts';

/** Bytes of an XMP packet after decoding; real ones have some KB. */
const MAX_PACKET_BYTES = 4 * 1024 * 1024;
const METADATA = PDFName.of('Metadata');
const END_OF_RDF = '</rdf:RDF>';

/** The XMP packet of a document (ISO 32000-2 14.3.2). */
export interface XmpPacket {
  readonly ref: PDFRef;
  /** One character a byte, so that what is not changed stays as it is; undefined when it cannot be decoded. */
  readonly text: string | undefined;
  /** The stream with another text, to be put in its place. */
  withText(text: string): PDFRawStream;
}

/** Undefined when the document has none. */
export function findXmpPacket(catalog: PDFDict): XmpPacket | undefined {
  const ref = catalog.get(METADATA);
  const stream = catalog.context.lookup(ref);
  if (!(ref instanceof PDFRef) || !(stream instanceof PDFStream)) return undefined;
  return { ref, text: readText(stream), withText: (text) => packStream(stream, Buffer.from(text, 'latin1')) };
}

/** The packet with further properties; undefined for one that is no XMP in UTF-8. */
export function addToPacket(
  packet: string,
  namespace: { readonly prefix: string; readonly uri: string },
  properties: string,
): string | undefined {
  const end = packet.lastIndexOf(END_OF_RDF);
  if (end < 0) return undefined;
  // Of one packet all descriptions are about the same (ISO 16684-1 7.4).
  const about = /<rdf:Description[^>]*?\srdf:about=("[^"]*"|'[^']*')/.exec(packet)?.[1] ?? '""';
  const { prefix, uri } = namespace;
  const added = `<rdf:Description rdf:about=${about} xmlns:${prefix}="${uri}">${properties}</rdf:Description>`;
  return packet.slice(0, end) + added + packet.slice(end);
}

function readText(stream: PDFStream): string | undefined {
  try {
    return latin1(decodeStream(stream, MAX_PACKET_BYTES));
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

/** Packets are written without filters, so that programs which know no PDF find them (ISO 32000-2 14.3.2). */
function packStream(stream: PDFStream, bytes: Uint8Array): PDFRawStream {
  const dict = PDFDict.fromMapWithContext(stream.dict.asMap(), stream.dict.context);
  for (const key of ['Filter', 'DecodeParms']) dict.delete(PDFName.of(key));
  return PDFRawStream.of(dict, bytes);
}
