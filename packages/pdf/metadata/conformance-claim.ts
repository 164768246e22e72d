import { PDFName } from 'pdf-lib';
import type { PdfFile } from '../pdf-file.ts';
import { addToPacket, findXmpPacket } from './xmp-packet.ts';

/** What a file says of itself (ISO 19005-2 6.6.4); whether that is so is another question. */
export interface PdfaClaim {
  /** 1 to 4. */
  readonly part: number;
  /** `A`, `B`, `U`, `E`, `F`; undefined when it says none. */
  readonly level: string | undefined;
}

const PDFA = { prefix: 'pdfaid', uri: 'http://www.aiim.org/pdfa/ns/id/' };
const PDFUA = { prefix: 'pdfuaid', uri: 'http://www.aiim.org/pdfua/ns/id/' };

/** Undefined when the file does not claim to be PDF/A, or not in a way that can be read. */
export function readPdfaClaim(file: PdfFile): PdfaClaim | undefined {
  const text = findXmpPacket(file.catalog)?.text;
  if (text === undefined) return undefined;
  const properties = findPrefixes(text, PDFA.uri).map((prefix) => ({
    part: readProperty(text, prefix, 'part'),
    level: readProperty(text, prefix, 'conformance')?.toUpperCase(),
  }));
  const claimed = properties.find(({ part }) => part !== undefined && /^[1-9]$/.test(part));
  return claimed && { part: Number(claimed.part), level: claimed.level };
}

/**
 * Makes the file claim this and nothing else: what it said of PDF/A, and of PDF/UA, is taken out. A packet of which that
 * cannot be told is taken out as a whole. Does nothing to a file without a packet.
 */
export function setPdfaClaim(file: PdfFile, claim: PdfaClaim | undefined): void {
  const packet = findXmpPacket(file.catalog);
  if (packet === undefined) return;
  const changed = packet.text === undefined ? undefined : claimInPacket(packet.text, claim);
  if (changed === undefined) file.catalog.delete(PDFName.of('Metadata'));
  else if (changed !== packet.text) file.context.assign(packet.ref, packet.withText(changed));
}

/** Undefined when the packet would go on claiming something. */
function claimInPacket(packet: string, claim: PdfaClaim | undefined): string | undefined {
  // UTF-16 and UTF-32 hold the letters with zeros between them; PDF/A knows UTF-8 alone.
  const isWide =
    packet.includes('\0') && [PDFA, PDFUA].some(({ uri }) => packet.replaceAll('\0', '').includes(uri));
  const bare = isWide ? undefined : withoutClaim(withoutClaim(packet, PDFUA.uri), PDFA.uri);
  if (bare === undefined || claim === undefined) return bare;
  const { part, level } = claim;
  const stated = level === undefined ? '' : `<pdfaid:conformance>${level}</pdfaid:conformance>`;
  return addToPacket(bare, PDFA, `<pdfaid:part>${part}</pdfaid:part>${stated}`);
}

/** Undefined when properties of the namespace would remain. */
function withoutClaim(packet: string | undefined, uri: string): string | undefined {
  if (packet === undefined) return undefined;
  if (new RegExp(`\\sxmlns\\s*=\\s*["']${uri}["']`).test(packet)) return undefined;
  let bare = packet;
  for (const prefix of findPrefixes(packet, uri)) {
    bare = bare
      .replace(new RegExp(`<${prefix}:(\\w+)(?:\\s[^<>]*)?(?:/>|>[^<]*</${prefix}:\\1\\s*>)`, 'g'), '')
      .replace(new RegExp(`\\s${prefix}:\\w+\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), '');
    if (new RegExp(`[<\\s]${prefix}:`).test(bare)) return undefined;
  }
  return bare;
}

function findPrefixes(packet: string, uri: string): readonly string[] {
  const found = packet.matchAll(new RegExp(`\\sxmlns:([A-Za-z_]\\w*)\\s*=\\s*["']${uri}["']`, 'g'));
  return [...new Set([...found].map(([, prefix = '']) => prefix))];
}

/** As an element or as an attribute (ISO 16684-1 7.9.2.2). */
function readProperty(packet: string, prefix: string, name: string): string | undefined {
  const element = new RegExp(`<${prefix}:${name}(?:\\s[^<>]*)?>([^<]*)<`).exec(packet)?.[1];
  const attribute = new RegExp(`\\s${prefix}:${name}\\s*=\\s*["']([^"']*)["']`).exec(packet)?.[1];
  return (element ?? attribute)?.trim();
}
