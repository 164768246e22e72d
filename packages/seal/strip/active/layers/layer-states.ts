import { lookupArray, lookupDict, lookupName } from '@countersign/pdf';
import { PDFDict, PDFName, type PDFObject } from 'pdf-lib';

/** Throws if there was too much work. */
export type Spend = () => void;

/** Optional content groups. */
export interface LayerStates {
  /** On screen in some reader, zoom or language. */
  readonly hidden: ReadonlySet<PDFDict>;
  /** By some reader. */
  readonly unprinted: ReadonlySet<PDFDict>;
}

type Event = 'View' | 'Print';

/** 8.11.4.4, with the key of their state. */
const STATES = { View: 'ViewState', Print: 'PrintState', Export: 'ExportState' } as const;
/** They depend on the reader. */
const CONDITIONS: ReadonlySet<string> = new Set(['Zoom', 'Language', 'User']);

/** In the strictest reader: some apply usage only as configured (/AS), others always. */
export function readLayerStates(properties: PDFDict, config: PDFDict, spend: Spend): LayerStates {
  const off = listOff(properties, config, spend);
  const layers = new Set([...listDicts(properties, 'OCGs', spend), ...off]);
  const states = { hidden: new Set(off), unprinted: new Set(off) };
  for (const layer of layers) {
    if (saysOff(layer, 'View')) states.hidden.add(layer);
    if (saysOff(layer, 'Print')) states.unprinted.add(layer);
  }
  for (const application of listDicts(config, 'AS', spend)) apply(application, states, spend);
  // Readers let people choose another configuration (table 100).
  for (const other of listDicts(properties, 'Configs', spend)) {
    for (const layer of listOff(properties, other, spend)) states.hidden.add(layer);
  }
  return states;
}

/** Off by default (ISO 32000-1 8.11.4.3), whatever their usage. */
function listOff(properties: PDFDict, config: PDFDict, spend: Spend): Set<PDFDict> {
  const off = new Set(listDicts(config, 'OFF', spend));
  if (lookupName(config, 'BaseState') !== 'OFF') return off;
  const on = new Set(listDicts(config, 'ON', spend));
  for (const layer of listDicts(properties, 'OCGs', spend)) if (!on.has(layer)) off.add(layer);
  return off;
}

function apply(
  application: PDFDict,
  { hidden, unprinted }: { readonly hidden: Set<PDFDict>; readonly unprinted: Set<PDFDict> },
  spend: Spend,
): void {
  const event = lookupName(application, 'Event');
  const target = event === 'View' ? hidden : event === 'Print' ? unprinted : undefined;
  const categories = new Set(listNames(application, 'Category', spend));
  for (const layer of target === undefined ? [] : listDicts(application, 'OCGs', spend)) {
    if ([...CATEGORIES].some((category) => categories.has(category) && mayHide(layer, category)))
      target?.add(layer);
  }
}

const CATEGORIES: ReadonlySet<string> = new Set([...Object.keys(STATES), ...CONDITIONS]);

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

function listNames(dict: PDFDict, key: string, spend: Spend): string[] {
  return listItems(dict, key, spend).flatMap((item) => (item instanceof PDFName ? [item.decodeText()] : []));
}

export function listDicts(dict: PDFDict, key: string, spend: Spend): PDFDict[] {
  return listItems(dict, key, spend).filter((item) => item instanceof PDFDict);
}

/** Shared arrays can multiply to millions of items. */
function listItems(dict: PDFDict, key: string, spend: Spend): (PDFObject | undefined)[] {
  const items = lookupArray(dict, key)?.asArray() ?? [];
  return items.map((item) => {
    spend();
    return dict.context.lookup(item);
  });
}
