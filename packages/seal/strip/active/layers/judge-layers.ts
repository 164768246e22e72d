import { lookupDict, type PdfFile } from '@countersign/pdf';
import type { PDFDict } from 'pdf-lib';
import { readText } from '../../../fields/text.ts';
import { MAX_LISTED } from '../removals.ts';
import { type LayerStates, readLayerStates } from './layer-states.ts';
import { Membership } from './membership.ts';

/** Layers that not everybody sees. They are reported and not touched: a reader can switch them on and off. */
export interface LayerReport {
  /**
   * Names of layers that are hidden on screen when the document is opened: switched off, or hidden by their usage in some
   * reader, at some size or in some language. Content that is hidden though its layers are shown is there with its
   * condition, `Not(Draft)`.
   */
  readonly hiddenLayers: readonly string[];
  /** The same for what is shown on screen and not printed. */
  readonly unprintedLayers: readonly string[];
}

/** `memberships` are those of the file's content. */
export function judgeLayers({ catalog }: PdfFile, memberships: Iterable<PDFDict>): LayerReport {
  const properties = lookupDict(catalog, 'OCProperties');
  const config = properties && lookupDict(properties, 'D');
  if (!properties || !config) return { hiddenLayers: [], unprintedLayers: [] };
  const states = readLayerStates(properties, config);
  const unprinted = [...states.unprinted].filter((layer) => !states.hidden.has(layer));
  const conditions = [...memberships].map((dict) => new Membership(dict));
  const hiddenOnes = conditions.filter((condition) => isHidden(condition, states));
  const unprintedOnes = conditions.filter(
    (condition) => !hiddenOnes.includes(condition) && isUnprinted(condition, states),
  );
  return {
    hiddenLayers: listNames([...states.hidden], hiddenOnes),
    unprintedLayers: listNames(unprinted, unprintedOnes),
  };
}

/** Of what is hidden with a layer that is listed, the layer tells. */
function isHidden(condition: Membership, { hidden }: LayerStates): boolean {
  return !condition.isShown(hidden) && !condition.layers.some((layer) => hidden.has(layer));
}

function isUnprinted(condition: Membership, { hidden, unprinted }: LayerStates): boolean {
  if (condition.isShown(unprinted)) return false;
  return !condition.layers.some((layer) => unprinted.has(layer) || hidden.has(layer));
}

function listNames(layers: readonly PDFDict[], conditions: readonly Membership[]): string[] {
  const names = layers.map((layer) => readText(layer, 'Name') ?? '');
  return [...names, ...new Set(conditions.map(String))].slice(0, MAX_LISTED);
}
