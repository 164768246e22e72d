import { PDFName } from 'pdf-lib';
import type { PdfFile } from '../pdf-file.ts';
import {
  addToPacket,
  findPrefixes,
  findXmpPacket,
  isDefaultNamespace,
  type Namespace,
} from './xmp-packet.ts';

/** The PDF/A conformance that a file claims (ISO 19005-2 6.6.4); not verified. */
export interface PdfaClaim {
  readonly part: number;
  /** `A`, `B`, `U`, `E`, `F`; undefined if there is none. */
  readonly level: string | undefined;
}

const PDFA: Namespace = { prefix: 'pdfaid', uri: 'http://www.aiim.org/pdfa/ns/id/' };
const PDFUA: Namespace = { prefix: 'pdfuaid', uri: 'http://www.aiim.org/pdfua/ns/id/' };

/** Returns undefined if the file has no readable PDF/A claim. */
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

/** Replaces the file's PDF/A and PDF/UA claims; removes the packet if they cannot be identified. */
export function setPdfaClaim(file: PdfFile, claim: PdfaClaim | undefined): void {
  const packet = findXmpPacket(file.catalog);
  if (packet === undefined) return;
  const changed = packet.text === undefined ? undefined : claimInPacket(packet.text, claim);
  if (changed === undefined) file.catalog.delete(PDFName.of('Metadata'));
  else if (changed !== packet.text) file.context.assign(packet.ref, packet.withText(changed));
}

function claimInPacket(packet: string, claim: PdfaClaim | undefined): string | undefined {
  // UTF-16 and UTF-32 interleave zeros; PDF/A allows UTF-8 only.
  const isWide =
    packet.includes('\0') && [PDFA, PDFUA].some(({ uri }) => packet.replaceAll('\0', '').includes(uri));
  const bare = isWide ? undefined : withoutClaim(withoutClaim(packet, PDFUA.uri), PDFA.uri);
  if (bare === undefined || claim === undefined) return bare;
  const { part, level } = claim;
  const stated = level === undefined ? '' : `<pdfaid:conformance>${level}</pdfaid:conformance>`;
  return addToPacket(bare, PDFA, `<pdfaid:part>${part}</pdfaid:part>${stated}`);
}

function withoutClaim(packet: string | undefined, uri: string): string | undefined {
  if (packet === undefined) return undefined;
  if (isDefaultNamespace(packet, uri)) return undefined;
  let bare = packet;
  for (const prefix of findPrefixes(packet, uri)) {
    bare = bare
      .replace(new RegExp(`<${prefix}:(\\w+)(?:\\s[^<>]*)?(?:/>|>[^<]*</${prefix}:\\1\\s*>)`, 'g'), '')
      .replace(new RegExp(`\\s${prefix}:\\w+\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g'), '');
    if (new RegExp(`[<\\s]${prefix}:`).test(bare)) return undefined;
  }
  return bare;
}

/** A property is an element or an attribute (ISO 16684-1 7.9.2.2). */
function readProperty(packet: string, prefix: string, name: string): string | undefined {
  const element = new RegExp(`<${prefix}:${name}(?:\\s[^<>]*)?>([^<]*)<`).exec(packet)?.[1];
  const attribute = new RegExp(`\\s${prefix}:${name}\\s*=\\s*["']([^"']*)["']`).exec(packet)?.[1];
  return (element ?? attribute)?.trim();
}
