import { PDFDict, PDFName, type PDFObject, PDFString } from 'pdf-lib';
import type { LazyObjectMap } from '../lazy-object-map.ts';
import type { FileStructure } from '../read/file-structure.ts';
import { lookupDict } from '../read/lookup.ts';
import { isSameObject } from '../write/compare.ts';
import { addToPacket, findXmpPacket } from './xmp-packet.ts';

const XMP = { prefix: 'xmp', uri: 'http://ns.adobe.com/xap/1.0/' };

const INFO = PDFName.of('Info');
const MOD_DATE = PDFName.of('ModDate');

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

/** The same date again must not make a file count as changed. */
function setIfOther(dict: PDFDict, key: PDFName, value: PDFObject): void {
  if (!isSameObject(dict.lookup(key), value)) dict.set(key, value);
}

/** The packet with the date in it; undefined for one that is no XMP in UTF-8. */
export function datePacket(packet: string, instant: string): string | undefined {
  if (!packet.includes('</rdf:RDF>')) return undefined;
  const dated = replaceDate(replaceDate(packet, 'ModifyDate', instant), 'MetadataDate', instant);
  if (hasDate(dated, 'ModifyDate')) return dated;
  return addToPacket(dated, XMP, `<xmp:ModifyDate>${instant}</xmp:ModifyDate>`);
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
