import { PDFDict, PDFName, PDFRawStream, PDFRef, PDFStream } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { latin1 } from '../read/characters.ts';
import { decodeStream } from '../read/streams.ts';

/** Real ones have some KB. */
const MAX_PACKET_BYTES = 4 * 1024 * 1024;
const METADATA = PDFName.of('Metadata');
const END_OF_RDF = '</rdf:RDF>';

/** A namespace of XMP, and its usual prefix. */
export interface Namespace {
  readonly prefix: string;
  readonly uri: string;
}

export interface XmpPacket {
  readonly ref: PDFRef;
  /** Latin-1 preserves unchanged bytes; undefined if it cannot be decoded. */
  readonly text: string | undefined;
  withText(text: string): PDFRawStream;
}

export function findXmpPacket(catalog: PDFDict): XmpPacket | undefined {
  const ref = catalog.get(METADATA);
  const stream = catalog.context.lookup(ref);
  if (!(ref instanceof PDFRef) || !(stream instanceof PDFStream)) return undefined;
  return { ref, text: readText(stream), withText: (text) => packStream(stream, Buffer.from(text, 'latin1')) };
}

/** Returns undefined if the packet is not XMP in UTF-8. */
export function addToPacket(packet: string, namespace: Namespace, properties: string): string | undefined {
  const end = packet.lastIndexOf(END_OF_RDF);
  if (end < 0) return undefined;
  // All have the same rdf:about (ISO 16684-1 7.4).
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

/** Without filters, so that other programs find it (ISO 32000-2 14.3.2). */
function packStream(stream: PDFStream, bytes: Uint8Array): PDFRawStream {
  const dict = PDFDict.fromMapWithContext(stream.dict.asMap(), stream.dict.context);
  for (const key of ['Filter', 'DecodeParms']) dict.delete(PDFName.of(key));
  return PDFRawStream.of(dict, bytes);
}

/** Returns the prefixes that a packet gives a namespace. */
export function findPrefixes(packet: string, uri: string): readonly string[] {
  const found = packet.matchAll(new RegExp(`\\sxmlns:([A-Za-z_]\\w*)\\s*=\\s*["']${uri}["']`, 'g'));
  return [...new Set([...found].map(([, prefix = '']) => prefix))];
}

/** Whether elements without a prefix may belong to the namespace. */
export function isDefaultNamespace(packet: string, uri: string): boolean {
  return new RegExp(`\\sxmlns\\s*=\\s*["']${uri}["']`).test(packet);
}
