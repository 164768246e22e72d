import { PDFName } from 'pdf-lib';
import { checkArguments, exactly, matching, openFile, optional } from '../arguments.ts';
import type { PdfFile } from '../pdf-file.ts';
import { lookupDict } from '../read/lookup.ts';
import { type EditWarning, warnIfSigned } from '../read/signed-file.ts';
import { decodeTextString, encodeTextString } from '../read/strings.ts';
import { findInfo, setIfOther } from './modification-date.ts';
import {
  addToPacket,
  findPrefixes,
  findXmpPacket,
  isDefaultNamespace,
  type Namespace,
} from './xmp-packet.ts';

const DC: Namespace = { prefix: 'dc', uri: 'http://purl.org/dc/elements/1.1/' };
const PDF: Namespace = { prefix: 'pdf', uri: 'http://ns.adobe.com/pdf/1.3/' };

/** The entry of /Info, and the property of XMP that has to agree with it (ISO 19005-1 6.7.3). */
const ENTRIES = {
  title: { key: 'Title', namespace: DC, property: 'title', list: 'Alt' },
  author: { key: 'Author', namespace: DC, property: 'creator', list: 'Seq' },
  subject: { key: 'Subject', namespace: DC, property: 'description', list: 'Alt' },
  keywords: { key: 'Keywords', namespace: PDF, property: 'Keywords', list: undefined },
} as const;
type EntryName = keyof typeof ENTRIES;
const NAMES = Object.keys(ENTRIES) as EntryName[];

/** The values are as /Info has them; undefined if it has none. */
export type DocumentInfo = { readonly [Name in EntryName]: string | undefined } & {
  readonly creator: string | undefined;
  readonly producer: string | undefined;
  /** Dates as the file writes them, such as `D:20261121140000Z`. */
  readonly createdAt: string | undefined;
  readonly modifiedAt: string | undefined;
};

/** New values; null or an empty text removes one, and what is missing stays. */
export type InfoChange = { readonly [Name in EntryName]?: string | null | undefined };

/** Whether the XMP packet was removed, since it could not be changed with certainty (docs/decisions/0010). */
export interface InfoReport {
  readonly warnings: readonly (EditWarning | { readonly code: 'xmp_removed'; readonly message: string })[];
}

const XMP_REMOVED = {
  code: 'xmp_removed',
  message:
    'The XMP metadata were removed with all that they claimed, because they cannot be changed with certainty.',
} as const;

/** Longer ones are no title. */
const MAX_CHARACTERS = 10_000;
const value = matching(
  `a text of at most ${MAX_CHARACTERS} characters without control characters, or null`,
  (given) =>
    given === null || (typeof given === 'string' && given.length <= MAX_CHARACTERS && isInXml(given)),
);

/** XML has no control characters but white space, and half a character cannot be encoded. */
function isInXml(text: string): boolean {
  return !/(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/u.test(text);
}

const CHANGE = exactly(Object.fromEntries(NAMES.map((name) => [name, optional(value)])));

/** Reads the information dictionary (ISO 32000-1 14.3.3). */
export function readInfo(file: PdfFile): DocumentInfo {
  checkArguments({ file }, { file: openFile });
  const info = lookupDict(file.trailer, 'Info');
  const read = (key: string) => decodeTextString(info?.lookup(PDFName.of(key)));
  return {
    title: read('Title'),
    author: read('Author'),
    subject: read('Subject'),
    keywords: read('Keywords'),
    creator: read('Creator'),
    producer: read('Producer'),
    createdAt: read('CreationDate'),
    modifiedAt: read('ModDate'),
  };
}

/**
 * Sets title, author, subject and keywords in /Info and, if the file has an XMP packet, in that; no packet is made. A
 * packet that cannot be changed with certainty is removed.
 *
 * @example
 * setInfo(file, { title: 'Contract', keywords: null });
 */
export function setInfo(file: PdfFile, change: InfoChange): InfoReport {
  checkArguments({ file, change }, { file: openFile, change: CHANGE });
  const given = NAMES.filter((name) => change[name] !== undefined);
  if (given.length === 0) return { warnings: [] };
  const signed = warnIfSigned(file);
  const info = findInfo(file.trailer);
  for (const name of given) {
    const key = PDFName.of(ENTRIES[name].key);
    const text = change[name];
    if (!text) info.delete(key);
    else if (decodeTextString(info.lookup(key)) !== text) setIfOther(info, key, encodeTextString(text));
  }
  const packet = findXmpPacket(file.catalog);
  if (packet === undefined) return { warnings: signed };
  const changed = packet.text === undefined ? undefined : changePacket(packet.text, change, given);
  if (changed === undefined) {
    file.catalog.delete(PDFName.of('Metadata'));
    return { warnings: [...signed, XMP_REMOVED] };
  }
  if (changed !== packet.text) file.context.assign(packet.ref, packet.withText(changed));
  return { warnings: signed };
}

/** Returns undefined if the packet cannot be changed with certainty: UTF-16, or elements without a prefix. */
function changePacket(packet: string, change: InfoChange, given: readonly EntryName[]): string | undefined {
  if (packet.includes('\0')) return undefined;
  let changed: string | undefined = packet;
  for (const name of given) {
    const { namespace, property, list } = ENTRIES[name];
    if (changed === undefined || isDefaultNamespace(changed, namespace.uri)) return undefined;
    for (const prefix of findPrefixes(changed, namespace.uri))
      changed = withoutProperty(changed, prefix, property);
    const text = change[name];
    if (!text || changed === undefined) continue;
    changed = addToPacket(changed, namespace, writeProperty(`${namespace.prefix}:${property}`, list, text));
  }
  return changed?.includes('</rdf:RDF>') ? changed : undefined;
}

function writeProperty(name: string, list: 'Alt' | 'Seq' | undefined, text: string): string {
  const escaped = Buffer.from(escapeXml(text), 'utf8').toString('latin1');
  if (list === undefined) return `<${name}>${escaped}</${name}>`;
  const language = list === 'Alt' ? ' xml:lang="x-default"' : '';
  return `<${name}><rdf:${list}><rdf:li${language}>${escaped}</rdf:li></rdf:${list}></${name}>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Removes a property, an element or an attribute (ISO 16684-1 7.9.2.2). Returns undefined if an element does not end. */
function withoutProperty(packet: string | undefined, prefix: string, property: string): string | undefined {
  if (packet === undefined) return undefined;
  const name = `${prefix}:${property}`;
  const kept: string[] = [];
  let from = 0;
  for (const { index } of packet.matchAll(new RegExp(`<${name}(?=[\\s/>])`, 'g'))) {
    if (index < from) continue;
    const tagEnd = packet.indexOf('>', index);
    if (tagEnd < 0) return undefined;
    kept.push(packet.slice(from, index));
    from = packet[tagEnd - 1] === '/' ? tagEnd + 1 : endOfElement(packet, name, tagEnd);
    if (from === 0) return undefined;
  }
  const elements = kept.join('') + packet.slice(from);
  return elements.replace(new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), '');
}

/** Returns 0 if there is no end. */
function endOfElement(packet: string, name: string, from: number): number {
  const end = packet.indexOf(`</${name}`, from);
  return end < 0 ? 0 : packet.indexOf('>', end) + 1;
}
