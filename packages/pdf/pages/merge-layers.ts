import { PDFArray, PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { lookupArray, lookupDict, lookupName } from '../read/lookup.ts';
import type { FileMover } from './file-mover.ts';

/** They can be concatenated (ISO 32000-1 table 101). */
const JOINED_LISTS = ['Order', 'RBGroups', 'Locked', 'AS'];

/** Each layer keeps its state; other configurations (/Configs) are dropped. */
export function joinLayers(movers: readonly FileMover[]): PDFDict | undefined {
  const inputs = movers.flatMap((mover) => {
    const properties = lookupDict(mover.file.catalog, 'OCProperties');
    return properties === undefined ? [] : [{ mover, properties }];
  });
  const context = inputs[0]?.properties.context;
  if (context === undefined) return undefined;
  const layers = PDFArray.withContext(context);
  const config = PDFDict.withContext(context);
  for (const { mover, properties } of inputs) {
    const own = lookupDict(properties, 'D') ?? PDFDict.withContext(properties.context);
    append(layers, mover, lookupArray(properties, 'OCGs')?.asArray() ?? []);
    appendTo(config, 'OFF', mover, hiddenLayers(properties, own));
    for (const key of JOINED_LISTS) appendTo(config, key, mover, lookupArray(own, key)?.asArray() ?? []);
  }
  const joined = PDFDict.withContext(context);
  joined.set(PDFName.of('OCGs'), layers);
  joined.set(PDFName.of('D'), config);
  return joined;
}

function hiddenLayers(properties: PDFDict, config: PDFDict): readonly PDFObject[] {
  if (lookupName(config, 'BaseState') !== 'OFF') return lookupArray(config, 'OFF')?.asArray() ?? [];
  const shown = new Set<PDFObject>(lookupArray(config, 'ON')?.asArray() ?? []);
  const layers = lookupArray(properties, 'OCGs')?.asArray() ?? [];
  return layers.filter((layer) => !shown.has(layer));
}

function appendTo(config: PDFDict, key: string, mover: FileMover, items: readonly PDFObject[]): void {
  if (items.length === 0) return;
  const list = lookupArray(config, key) ?? PDFArray.withContext(config.context);
  config.set(PDFName.of(key), list);
  append(list, mover, items);
}

function append(list: PDFArray, mover: FileMover, items: readonly PDFObject[]): void {
  for (const item of items) {
    const moved = mover.translateObject(item);
    if (moved !== undefined) list.push(moved);
  }
}
