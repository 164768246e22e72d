import { lookupDict } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { entryOf, type Revisions } from './revision.ts';

const LISTS: ReadonlySet<string> = new Set(['Certs', 'OCSPs', 'CRLs', 'Cert', 'OCSP', 'CRL']);
const STORE_KEYS: ReadonlySet<string> = new Set(['Type', 'VRI', 'Certs', 'OCSPs', 'CRLs']);
const INFORMATION_KEYS: ReadonlySet<string> = new Set(['Type', 'Cert', 'OCSP', 'CRL', 'TU', 'TS']);

/**
 * Compares /DSS (ISO 32000-2 12.8.4.3). Dictionaries and arrays may change if nothing else refers to them.
 * Streams must not, or a page could be listed as data and then replaced.
 */
export function compareStore(revisions: Revisions): void {
  const { earlier, later } = revisions;
  const [before, after] = [earlier, later].map(({ catalog }) => entryOf(catalog, 'DSS'));
  const containers = listContainers(earlier.catalog);
  const numbers = new Set(containers.map(({ objectNumber }) => objectNumber));
  const catalog = catalogNumber(revisions);
  const referrers = new Set([...numbers, catalog]);
  const replaced = containers.filter((ref) => revisions.isReplaced(ref));
  if (String(before) === String(after) && replaced.length === 0) return;
  if (after !== undefined && !isStore(later.catalog)) {
    revisions.add('catalog_changed', { key: 'DSS' });
    return;
  }
  revisions.add('security_store');
  if (!isStore(earlier.catalog)) return;
  const isPartOfStore = (ref: PDFRef) =>
    revisions.isOnlyReferredBy(ref, referrers) &&
    (!revisions.isReferredBy(ref, catalog) || revisions.refersOnlyBy('DSS', catalog, ref));
  for (const ref of replaced) if (isPartOfStore(ref) && !isStream(revisions, ref)) revisions.explain(ref);
}

/** 0, the trailer, if it is direct. */
export function catalogNumber({ earlier }: Revisions): number {
  const root = earlier.trailer.get(PDFName.of('Root'));
  return root instanceof PDFRef ? root.objectNumber : 0;
}

function isStream({ replaced }: Revisions, { objectNumber }: PDFRef): boolean {
  const { before, after } = replaced.get(objectNumber) ?? {};
  return before instanceof PDFStream || after instanceof PDFStream;
}

/** The store itself, its arrays, /VRI and its entries. */
function listContainers(catalog: PDFDict): PDFRef[] {
  const store = lookupDict(catalog, 'DSS');
  if (store === undefined) return [];
  const vri = lookupDict(store, 'VRI');
  const informations = vri?.values() ?? [];
  const dicts = informations
    .map((item) => catalog.context.lookup(item))
    .filter((item) => item instanceof PDFDict);
  const lists = [store, ...dicts].flatMap((dict) =>
    dict.entries().flatMap(([key, value]) => (LISTS.has(key.decodeText()) ? [value] : [])),
  );
  const found = [entryOf(catalog, 'DSS'), entryOf(store, 'VRI'), ...informations, ...lists];
  return found.filter((value) => value instanceof PDFRef);
}

function isStore(catalog: PDFDict): boolean {
  const store = catalog.lookup(PDFName.of('DSS'));
  if (!(store instanceof PDFDict) || !hasOnly(store, STORE_KEYS) || !holdsLists(store)) return false;
  const vri = store.lookup(PDFName.of('VRI'));
  if (vri === undefined) return true;
  return vri instanceof PDFDict && vri.keys().every((key) => isInformation(vri, key));
}

function isInformation(vri: PDFDict, key: PDFName): boolean {
  if (key === PDFName.of('Type')) return true;
  const information = vri.lookup(key);
  return information instanceof PDFDict && hasOnly(information, INFORMATION_KEYS) && holdsLists(information);
}

function hasOnly(dict: PDFDict, keys: ReadonlySet<string>): boolean {
  return dict.keys().every((key) => keys.has(key.decodeText()));
}

function holdsLists(dict: PDFDict): boolean {
  return dict
    .keys()
    .filter((key) => LISTS.has(key.decodeText()))
    .every((key) => isListOfStreams(dict.lookup(key)));
}

function isListOfStreams(list: PDFObject | undefined): boolean {
  if (!(list instanceof PDFArray)) return false;
  return list.asArray().every((item) => item instanceof PDFRef);
}
