import { PDFDict, PDFName, type PDFObject, PDFString } from 'pdf-lib';
import type { LazyObjectMap } from '../lazy-object-map.ts';
import { lookupDict } from '../read/lookup.ts';
import type { FileStructure } from '../read/xref-chain.ts';
import { isSameObject } from '../write/serialise.ts';
import { addToPacket, findXmpPacket, type Namespace } from './xmp-packet.ts';

const XMP: Namespace = { prefix: 'xmp', uri: 'http://ns.adobe.com/xap/1.0/' };

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

/** Adds an information dictionary if there is none. */
export function findInfo(trailer: PDFDict): PDFDict {
  const info = lookupDict(trailer, 'Info');
  if (info !== undefined) return info;
  const made = PDFDict.withContext(trailer.context);
  trailer.set(INFO, trailer.context.register(made));
  return made;
}

/** An equal value must not make a file count as changed. */
export function setIfOther(dict: PDFDict, key: PDFName, value: PDFObject): void {
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
