import { decodeStream, lookupDict, PdfError } from '@countersign/pdf';
import { PDFArray, PDFDict, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { catalogNumber } from './compare-store.ts';
import { differingKeys, entryOf, plainDict, type Revisions } from './revision.ts';

const COMMENT = /<!--.*?-->|<\?.*?\?>/sy;
const TAG = /<(\/?)([^\s<>"'/=]+)((?:[^<>"'/]|\/(?!>)|"[^"<]*"|'[^'<]*')*)(\/?)>/y;
const ATTRIBUTE = /\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** These elements and attributes are part of the syntax alone, and of declarations. */
const SYNTAX = /^(?:rdf|x):/;
const SYNTAX_ATTRIBUTES = /^(?:xmlns|rdf:(?:about|parseType)$|x:)/;
const DECLARATION = /^xmlns:/;

/** Prefixes that `leftOut` uses. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['http://ns.adobe.com/xap/1.0/', 'xmp'],
  ['http://ns.adobe.com/xap/1.0/mm/', 'xmpMM'],
  ['http://ns.adobe.com/pdf/1.3/', 'pdf'],
]);
const MAX_DEPTH = 100;

interface Property {
  /** Names of the property and of the structures that contain it, outermost first. */
  readonly path: readonly string[];
  readonly value: string;
}

/**
 * Returns `path=value`, without those in `leftOut`. Returns undefined for markup that is not closed, or that
 * XMP does not need, such as CDATA, and for a prefix with two namespaces. Reads the packet once, without
 * assuming valid XML.
 */
export function readXmpProperties(packet: string, leftOut: ReadonlySet<string>): string[] | undefined {
  const reader = new XmpReader(packet);
  if (!reader.read()) return undefined;
  return reader.properties.flatMap(({ path, value }) => {
    const name = path.map((part) => reader.resolve(part)).join('/');
    return leftOut.has(name) ? [] : [`${name}=${value}`];
  });
}

class XmpReader {
  readonly properties: Property[] = [];
  readonly #packet: string;
  readonly #open: string[] = [];
  readonly #namespaces = new Map<string, string>();

  constructor(packet: string) {
    this.#packet = packet;
  }

  /** Returns false if the packet is not sound. */
  read(): boolean {
    for (let at = this.#packet.indexOf('<'); at >= 0; ) {
      const end = this.#readMarkup(at);
      if (end === undefined) return false;
      const next = this.#packet.indexOf('<', end);
      this.#add([], this.#packet.slice(end, next < 0 ? undefined : next).trim());
      at = next;
    }
    return this.#open.length === 0;
  }

  /** Other software uses other prefixes. */
  resolve(name: string): string {
    const [prefix = '', ...local] = name.split(':');
    const namespace = this.#namespaces.get(prefix);
    if (namespace === undefined) return name;
    return [PREFIXES.get(namespace) ?? namespace, ...local].join(':');
  }

  /** Returns the offset after the markup. */
  #readMarkup(at: number): number | undefined {
    COMMENT.lastIndex = at;
    if (COMMENT.test(this.#packet)) return COMMENT.lastIndex;
    TAG.lastIndex = at;
    const [, closing, name = '', attributes = '', isEmpty] = TAG.exec(this.#packet) ?? [];
    if (name === '' || name.startsWith('!') || name.startsWith('?')) return undefined;
    const end = TAG.lastIndex;
    if (closing !== '') return this.#open.pop() === name ? end : undefined;
    this.#open.push(name);
    if (this.#open.length > MAX_DEPTH || !this.#readAttributes(attributes)) return undefined;
    if (isEmpty !== '') this.#open.pop();
    return end;
  }

  #readAttributes(text: string): boolean {
    for (const [, name = '', quoted, single] of text.matchAll(ATTRIBUTE)) {
      const value = quoted ?? single ?? '';
      if (!SYNTAX_ATTRIBUTES.test(name)) this.#add([name], value);
      else if (DECLARATION.test(name) && !this.#declare(name.replace(DECLARATION, ''), value)) return false;
    }
    return true;
  }

  #declare(prefix: string, namespace: string): boolean {
    const known = this.#namespaces.get(prefix) ?? namespace;
    this.#namespaces.set(prefix, namespace);
    return known === namespace;
  }

  #add(names: readonly string[], value: string): void {
    if (value === '') return;
    const path = [...this.#open, ...names].filter((name) => !SYNTAX.test(name));
    this.properties.push({ path, value });
  }
}

/** Every writer may change them. */
const FREE_INFORMATION: ReadonlySet<string> = new Set(['ModDate', 'Producer']);
const NEW_INFORMATION: ReadonlySet<string> = new Set([...FREE_INFORMATION, 'Creator', 'CreationDate']);
const FREE_PROPERTIES: ReadonlySet<string> = new Set([
  'xmp:ModifyDate',
  'xmp:MetadataDate',
  'pdf:Producer',
  'xmpMM:InstanceID',
]);
/** Packets usually have some KB. */
const MAX_PACKET_BYTES = 1 << 20;
/** The levels of /Extensions are the dictionary, one per prefix, and arrays of those. */
const MAX_EXTENSION_LEVELS = 4;
const TRAILER_ONLY: ReadonlySet<number> = new Set([0]);

/** Compares dates and producer, in document information and XMP. */
export function compareMetadata(revisions: Revisions): void {
  compareInformation(revisions);
  comparePacket(revisions);
  compareExtensions(revisions);
}

function compareInformation(revisions: Revisions): void {
  const { earlier, later } = revisions;
  const [ref, newRef] = [earlier, later].map(({ trailer }) => entryOf(trailer, 'Info'));
  if (String(ref) === String(newRef) && !revisions.isReplaced(ref)) return;
  const before = plainDict(earlier.context.lookup(ref));
  const after = plainDict(later.context.lookup(newRef));
  const free = before ? FREE_INFORMATION : NEW_INFORMATION;
  const wrong = differingKeys(before, after).filter((key) => !free.has(key));
  for (const key of wrong) revisions.add('information_changed', { key });
  revisions.add('modification_date');
  if (revisions.isReplaced(ref) && revisions.isOnlyReferredBy(ref, TRAILER_ONLY)) revisions.explain(ref);
}

function comparePacket(revisions: Revisions): void {
  const { earlier, later } = revisions;
  const [ref, newRef] = [earlier, later].map(({ catalog }) => entryOf(catalog, 'Metadata'));
  if (String(ref) === String(newRef) && !revisions.isReplaced(ref)) return;
  const [before, after] = [earlier.context.lookup(ref), later.context.lookup(newRef)].map(listProperties);
  if (before === undefined || before !== after) {
    revisions.add('metadata_changed');
    return;
  }
  revisions.add('modification_date');
  revisions.explainEntry(ref, catalogNumber(revisions), 'Metadata');
}

/** Returns undefined if the metadata cannot be read. */
function listProperties(stream: PDFObject | undefined): string | undefined {
  if (stream === undefined) return '[]';
  const packet = stream instanceof PDFStream ? tryDecode(stream) : undefined;
  return packet === undefined
    ? undefined
    : JSON.stringify(readXmpProperties(packet, FREE_PROPERTIES)?.sort());
}

function tryDecode(stream: PDFStream): string | undefined {
  try {
    return Buffer.from(decodeStream(stream, MAX_PACKET_BYTES)).toString('utf8');
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

/** Compares /Extensions (ISO 32000-2 7.12). */
function compareExtensions(revisions: Revisions): void {
  const { earlier, later } = revisions;
  const [ref, newRef] = [earlier, later].map(({ catalog }) => entryOf(catalog, 'Extensions'));
  if (String(ref) === String(newRef) && !revisions.isReplaced(ref)) return;
  const after = lookupDict(later.catalog, 'Extensions');
  if (after === undefined || !isPlain(after, MAX_EXTENSION_LEVELS)) {
    revisions.add('catalog_changed', { key: 'Extensions' });
    return;
  }
  revisions.add('extension');
  revisions.explainEntry(ref, catalogNumber(revisions), 'Extensions');
}

function isPlain(value: PDFObject, levels: number): boolean {
  if (levels === 0 || value instanceof PDFRef || value instanceof PDFStream) return false;
  const items = value instanceof PDFArray ? value.asArray() : value instanceof PDFDict ? value.values() : [];
  return items.every((item) => isPlain(item, levels - 1));
}
