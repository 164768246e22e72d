import { PDFDict, PDFName, type PDFObject, PDFRawStream, PDFRef, PDFStream, PDFString } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import type { LazyObjectMap } from '../lazy-object-map.ts';
import { latin1 } from '../read/characters.ts';
import { lookupDict } from '../read/lookup.ts';
import { decodeStream } from '../read/streams.ts';
import type { FileStructure } from '../read/xref-chain.ts';
import { isSameObject } from '../write/serialise.ts';

/** Real ones have some KB. */
const MAX_PACKET_BYTES = 4 * 1024 * 1024;
const METADATA = PDFName.of('Metadata');
const END_OF_RDF = '</rdf:RDF>';

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
export function addToPacket(
  packet: string,
  namespace: { readonly prefix: string; readonly uri: string },
  properties: string,
): string | undefined {
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

const XMP = { prefix: 'xmp', uri: 'http://ns.adobe.com/xap/1.0/' };

const INFO = PDFName.of('Info');
const MOD_DATE = PDFName.of('ModDate');

export interface DatedFile {
  readonly objects: LazyObjectMap;
  readonly structure: FileStructure;
  readonly catalog: PDFDict;
}

/**
 * Sets /ModDate (ISO 32000-2 14.3.3) and the dates of the XMP packet, which PDF/A requires to agree. Unreadable
 * packets stay unchanged.
 */
export function setModificationDate(file: DatedFile, date: Date): void {
  const instant = `${date.toISOString().slice(0, 19)}Z`;
  const info = findInfo(file.structure.trailer);
  setIfOther(info, MOD_DATE, PDFString.of(`D:${instant.replace(/[-:T]/g, '')}`));
  const packet = findXmpPacket(file.catalog);
  if (packet?.text === undefined) return;
  const dated = datePacket(packet.text, instant);
  if (dated === undefined || dated === packet.text) return;
  file.objects.set(packet.ref, packet.withText(dated));
}

function findInfo(trailer: PDFDict): PDFDict {
  const info = lookupDict(trailer, 'Info');
  if (info !== undefined) return info;
  const made = PDFDict.withContext(trailer.context);
  trailer.set(INFO, trailer.context.register(made));
  return made;
}

/** An equal date must not make a file count as changed. */
function setIfOther(dict: PDFDict, key: PDFName, value: PDFObject): void {
  if (!isSameObject(dict.lookup(key), value)) dict.set(key, value);
}

/** Returns undefined if the packet is not XMP in UTF-8. */
export function datePacket(packet: string, instant: string): string | undefined {
  if (!packet.includes('</rdf:RDF>')) return undefined;
  const dated = replaceDate(replaceDate(packet, 'ModifyDate', instant), 'MetadataDate', instant);
  if (hasDate(dated, 'ModifyDate')) return dated;
  return addToPacket(dated, XMP, `<xmp:ModifyDate>${instant}</xmp:ModifyDate>`);
}

function hasDate(packet: string, property: string): boolean {
  return packet.includes(`<xmp:${property}`) || packet.includes(` xmp:${property}=`);
}

/** A property is an element or an attribute (ISO 16684-1 7.9.2.2). */
function replaceDate(packet: string, property: string, instant: string): string {
  return packet
    .replace(new RegExp(`(<xmp:${property}\\s*>)[^<]*`, 'g'), `$1${instant}`)
    .replace(new RegExp(`(\\sxmp:${property}\\s*=\\s*)("[^"]*"|'[^']*')`, 'g'), `$1"${instant}"`);
}
