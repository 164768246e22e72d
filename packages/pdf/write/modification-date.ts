import { PDFDict, PDFName, type PDFObject, PDFRawStream, PDFRef, PDFStream, PDFString } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import type { LazyObjectMap } from '../lazy-object-map.ts';
import { latin1 } from '../read/characters.ts';
import { decodeStream } from '../read/decode-stream.ts';
import type { FileStructure } from '../read/file-structure.ts';
import { lookupDict } from '../read/lookup.ts';
import { isSameObject } from './compare.ts';

/** Bytes of an XMP packet after decoding; real ones have some KB. */
const LARGEST_PACKET = 4 * 1024 * 1024;
const XMP_NAMESPACE = 'http://ns.adobe.com/xap/1.0/';

const INFO = PDFName.of('Info');
const MOD_DATE = PDFName.of('ModDate');
const METADATA = PDFName.of('Metadata');

/** What is changed when a file gets a modification date. */
export interface DatedFile {
  readonly objects: LazyObjectMap;
  readonly structure: FileStructure;
  readonly catalog: PDFDict;
}

/**
 * Notes when a file was changed: /ModDate of the information dictionary (ISO 32000-2 14.3.3), which is made when there
 * is none, and in an XMP packet `xmp:ModifyDate` and `xmp:MetadataDate`, so that the two agree as PDF/A wants. A packet
 * that cannot be read is left as it is. To the second, in UTC.
 */
export function setModificationDate(file: DatedFile, date: Date): void {
  const instant = `${date.toISOString().slice(0, 19)}Z`;
  const info = findInfo(file.structure.trailer);
  setIfOther(info, MOD_DATE, PDFString.of(`D:${instant.replace(/[-:T]/g, '')}`));
  const entry = file.catalog.get(METADATA);
  const metadata = file.catalog.context.lookup(entry);
  if (!(entry instanceof PDFRef) || !(metadata instanceof PDFStream)) return;
  const packet = readPacket(metadata);
  const dated = packet === undefined ? undefined : datePacket(packet, instant);
  if (dated === undefined || dated === packet) return;
  file.objects.set(entry, packStream(metadata, Buffer.from(dated, 'latin1')));
}

function findInfo(trailer: PDFDict): PDFDict {
  const info = lookupDict(trailer, 'Info');
  if (info !== undefined) return info;
  const made = PDFDict.withContext(trailer.context);
  trailer.set(INFO, trailer.context.register(made));
  return made;
}

/** The same date again must not make a file count as changed. */
function setIfOther(dict: PDFDict, key: PDFName, value: PDFObject): void {
  if (!isSameObject(dict.lookup(key), value)) dict.set(key, value);
}

/** The packet, one character a byte; undefined when it cannot be decoded. */
function readPacket(stream: PDFStream): string | undefined {
  try {
    return latin1(decodeStream(stream, LARGEST_PACKET));
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

/** The packet with the date in it; undefined for one that is no XMP in UTF-8. */
export function datePacket(packet: string, instant: string): string | undefined {
  const end = packet.lastIndexOf('</rdf:RDF>');
  if (end < 0) return undefined;
  const dated = replaceDate(replaceDate(packet, 'ModifyDate', instant), 'MetadataDate', instant);
  if (hasDate(dated, 'ModifyDate')) return dated;
  const about = /<rdf:Description[^>]*?\srdf:about=("[^"]*"|'[^']*')/.exec(packet)?.[1] ?? '""';
  const added = `<rdf:Description rdf:about=${about} xmlns:xmp="${XMP_NAMESPACE}"><xmp:ModifyDate>${instant}</xmp:ModifyDate></rdf:Description>`;
  return packet.slice(0, end) + added + packet.slice(end);
}

function hasDate(packet: string, property: string): boolean {
  return packet.includes(`<xmp:${property}`) || packet.includes(` xmp:${property}=`);
}

/** A property is written as an element or as an attribute (ISO 16684-1 7.9.2.2). */
function replaceDate(packet: string, property: string, instant: string): string {
  return packet
    .replace(new RegExp(`(<xmp:${property}\\s*>)[^<]*`, 'g'), `$1${instant}`)
    .replace(new RegExp(`(\\sxmp:${property}\\s*=\\s*)("[^"]*"|'[^']*')`, 'g'), `$1"${instant}"`);
}

/** Packets are written without filters, so that programs which know no PDF find them (ISO 32000-2 14.3.2). */
function packStream(stream: PDFStream, bytes: Uint8Array): PDFRawStream {
  const dict = PDFDict.fromMapWithContext(stream.dict.asMap(), stream.dict.context);
  for (const key of ['Filter', 'DecodeParms']) dict.delete(PDFName.of(key));
  return PDFRawStream.of(dict, bytes);
}
