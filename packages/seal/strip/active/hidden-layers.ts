import { lookupArray, lookupDict, lookupName, type PdfFile } from '@countersign/pdf';
import { PDFDict } from 'pdf-lib';
import { readText } from '../../fields/text.ts';
import { MAX_LISTED } from './removals.ts';

/**
 * Names of layers that are off when the document is opened (ISO 32000-1 8.11.4.3). They are reported and not touched:
 * what they hide is not shown to who signs, and a reader can switch it on.
 */
export function listHiddenLayers(file: PdfFile): readonly string[] {
  const properties = lookupDict(file.catalog, 'OCProperties');
  const config = properties && lookupDict(properties, 'D');
  if (!properties || !config) return [];
  const off = new Set(listLayers(config, 'OFF'));
  if (lookupName(config, 'BaseState') === 'OFF') {
    const on = new Set(listLayers(config, 'ON'));
    for (const layer of listLayers(properties, 'OCGs')) if (!on.has(layer)) off.add(layer);
  }
  return [...off].slice(0, MAX_LISTED).map((layer) => readText(layer, 'Name') ?? '');
}

function listLayers(dict: PDFDict, key: string): PDFDict[] {
  const array = lookupArray(dict, key);
  const layers = array?.asArray().map((entry) => dict.context.lookup(entry)) ?? [];
  return layers.filter((layer) => layer instanceof PDFDict);
}
