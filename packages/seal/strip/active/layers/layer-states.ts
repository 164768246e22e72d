import { lookupArray, lookupDict, lookupName } from '@countersign/pdf';
import { PDFDict, PDFName, type PDFObject } from 'pdf-lib';

/** Sets of layers (optional content groups), as their dictionaries. */
export interface LayerStates {
  /** Not to be seen on screen when the document is opened, at every size, in every language and by every reader. */
  readonly hidden: ReadonlySet<PDFDict>;
  /** Not printed by every reader. */
  readonly unprinted: ReadonlySet<PDFDict>;
}

type Event = 'View' | 'Print';

/** Of a usage dictionary (8.11.4.4) the entries that say on or off, and the key that says it. */
const STATES = { View: 'ViewState', Print: 'PrintState', Export: 'ExportState' } as const;
/** Entries of a usage dictionary by which a layer comes and goes with who reads it, and how large. */
const CONDITIONS: ReadonlySet<string> = new Set(['Zoom', 'Language', 'User']);

/**
 * States of all layers as the strictest reader has them: some follow the usage of a layer only where the configuration has
 * it applied (/AS), others always.
 */
export function readLayerStates(properties: PDFDict, config: PDFDict): LayerStates {
  const off = listOff(properties, config);
  const layers = new Set([...listDicts(properties, 'OCGs'), ...off]);
  const states = { hidden: new Set(off), unprinted: new Set(off) };
  for (const layer of layers) {
    if (saysOff(layer, 'View')) states.hidden.add(layer);
    if (saysOff(layer, 'Print')) states.unprinted.add(layer);
  }
  for (const application of listDicts(config, 'AS')) apply(application, states);
  return states;
}

/** Off by the default configuration (ISO 32000-1 8.11.4.3), whatever their usage says. */
function listOff(properties: PDFDict, config: PDFDict): Set<PDFDict> {
  const off = new Set(listDicts(config, 'OFF'));
  if (lookupName(config, 'BaseState') !== 'OFF') return off;
  const on = new Set(listDicts(config, 'ON'));
  for (const layer of listDicts(properties, 'OCGs')) if (!on.has(layer)) off.add(layer);
  return off;
}

/** A usage application dictionary (table 103): when something is done with the document, layers do as their usage says. */
function apply(
  application: PDFDict,
  { hidden, unprinted }: { readonly hidden: Set<PDFDict>; readonly unprinted: Set<PDFDict> },
): void {
  const event = lookupName(application, 'Event');
  const target = event === 'View' ? hidden : event === 'Print' ? unprinted : undefined;
  const categories = listNames(application, 'Category');
  for (const layer of target === undefined ? [] : listDicts(application, 'OCGs')) {
    if (categories.some((category) => mayHide(layer, category))) target?.add(layer);
  }
}

function mayHide(layer: PDFDict, category: string): boolean {
  if (CONDITIONS.has(category)) return usageOf(layer, category) !== undefined;
  return category in STATES && saysOff(layer, category as keyof typeof STATES);
}

function saysOff(layer: PDFDict, category: Event | 'Export'): boolean {
  const usage = usageOf(layer, category);
  return usage !== undefined && lookupName(usage, STATES[category]) === 'OFF';
}

function usageOf(layer: PDFDict, category: string): PDFDict | undefined {
  const usage = lookupDict(layer, 'Usage');
  return usage && lookupDict(usage, category);
}

function listNames(dict: PDFDict, key: string): string[] {
  return listItems(dict, key).flatMap((item) => (item instanceof PDFName ? [item.decodeText()] : []));
}

/** Dictionaries of an array. */
export function listDicts(dict: PDFDict, key: string): PDFDict[] {
  return listItems(dict, key).filter((item) => item instanceof PDFDict);
}

function listItems(dict: PDFDict, key: string): (PDFObject | undefined)[] {
  return (
    lookupArray(dict, key)
      ?.asArray()
      .map((item) => dict.context.lookup(item)) ?? []
  );
}
