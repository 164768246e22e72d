import {
  decodeStream,
  deflatedStream,
  lookupArray,
  lookupDict,
  PdfError,
  type PdfFile,
} from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, PDFNumber, PDFStream } from 'pdf-lib';
import { MAX_CERTIFICATE_BYTES, MAX_CERTIFICATES } from '../limits.ts';
import type { ValidationData } from './collect-validation-data.ts';

const KEYS = { certificates: 'Certs', ocsps: 'OCSPs', crls: 'CRLs' } as const;

/** Adds to /DSS and its extension (ETSI EN 319 142-1 5.6). Returns whether anything was added. */
export function addToSecurityStore(file: PdfFile, data: ValidationData): boolean {
  if (Object.values(data).every((items) => items.length === 0)) return false;
  const store = ensureDict(file, file.catalog, 'DSS');
  store.set(PDFName.of('Type'), PDFName.of('DSS'));
  for (const [kind, key] of Object.entries(KEYS) as [keyof ValidationData, string][]) {
    if (data[kind].length > 0) addStreams(file, store, key, data[kind]);
  }
  announceExtension(file);
  return true;
}

/** Adds an entry to /VRI, by the SHA-1 of its /Contents. Does nothing without a store. */
export function nameSignature(file: PdfFile, contentsDigest: string): void {
  const store = lookupDict(file.catalog, 'DSS');
  if (!store) return;
  const information = PDFDict.withContext(file.context);
  information.set(PDFName.of('Type'), PDFName.of('VRI'));
  for (const [plural, singular] of [
    ['Certs', 'Cert'],
    ['OCSPs', 'OCSP'],
    ['CRLs', 'CRL'],
  ] as const) {
    const list = lookupArray(store, plural);
    if (list) information.set(PDFName.of(singular), list.clone(file.context));
  }
  ensureDict(file, store, 'VRI').set(PDFName.of(contentsDigest), information);
}

/** Those that can be read, as encoded. */
export function readStoredCertificates({ catalog, context }: PdfFile): readonly Uint8Array[] {
  const store = lookupDict(catalog, 'DSS');
  const items = (store && lookupArray(store, 'Certs')?.asArray()) ?? [];
  return items.slice(0, MAX_CERTIFICATES).flatMap((item) => {
    const stream = context.lookup(item);
    return stream instanceof PDFStream ? decodeOrNothing(stream) : [];
  });
}

function decodeOrNothing(stream: PDFStream): readonly Uint8Array[] {
  try {
    return [decodeStream(stream, MAX_CERTIFICATE_BYTES)];
  } catch (error) {
    if (error instanceof PdfError) return [];
    throw error;
  }
}

function addStreams(file: PdfFile, store: PDFDict, key: string, items: readonly Uint8Array[]): void {
  const list = lookupArray(store, key) ?? PDFArray.withContext(file.context);
  for (const bytes of items) list.push(file.context.register(deflatedStream(file.context, bytes)));
  if (!store.has(PDFName.of(key))) store.set(PDFName.of(key), list);
}

function announceExtension(file: PdfFile): void {
  const extensions = ensureDict(file, file.catalog, 'Extensions');
  const etsi = PDFDict.withContext(file.context);
  etsi.set(PDFName.of('BaseVersion'), PDFName.of('1.7'));
  etsi.set(PDFName.of('ExtensionLevel'), PDFNumber.of(5));
  extensions.set(PDFName.of('ESIC'), etsi);
}

function ensureDict(file: PdfFile, parent: PDFDict, key: string): PDFDict {
  const existing = lookupDict(parent, key);
  if (existing) return existing;
  const made = PDFDict.withContext(file.context);
  parent.set(PDFName.of(key), key === 'DSS' ? file.context.register(made) : made);
  return made;
}
