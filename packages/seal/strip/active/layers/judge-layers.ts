import { lookupDict } from '@countersign/pdf';
import type { PDFDict } from 'pdf-lib';
import { readText } from '../../../fields/text.ts';
import type { CleaningJob } from '../cleaning-job.ts';
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

/** `memberships` are those of the file's content. Throws `too_complex`. */
export function judgeLayers({ file, removals }: CleaningJob, memberships: Iterable<PDFDict>): LayerReport {
  const properties = lookupDict(file.catalog, 'OCProperties');
  const config = properties && lookupDict(properties, 'D');
  if (!properties || !config) return { hiddenLayers: [], unprintedLayers: [] };
  const spend = () => removals.spend();
  const states = readLayerStates(properties, config, spend);
  const conditions = [...memberships].map((dict) => new Membership(dict, spend));
  const unprinted = [...states.unprinted].filter((layer) => !states.hidden.has(layer));
  return {
    hiddenLayers: listNames(states.hidden, conditions, (condition) => isHidden(condition, states)),
    unprintedLayers: listNames(unprinted, conditions, (condition) => isUnprinted(condition, states)),
  };
}

/** Of what is hidden with a layer that is listed, the layer tells. */
function isHidden(condition: Membership, { hidden }: LayerStates): boolean {
  return !condition.isShown(hidden) && !condition.layers.some((layer) => hidden.has(layer));
}

function isUnprinted(condition: Membership, { hidden, unprinted }: LayerStates): boolean {
  if (!condition.isShown(hidden) || condition.isShown(unprinted)) return false;
  return !condition.layers.some((layer) => unprinted.has(layer) || hidden.has(layer));
}

/** No more than anybody reads, and no name of a condition is spelled beyond those. */
function listNames(
  layers: Iterable<PDFDict>,
  conditions: readonly Membership[],
  isListed: (condition: Membership) => boolean,
): string[] {
  const names: string[] = [];
  for (const layer of layers) if (names.length < MAX_LISTED) names.push(readText(layer, 'Name') ?? '');
  const spelled = new Set<string>();
  for (const condition of conditions) {
    if (names.length + spelled.size >= MAX_LISTED) break;
    if (isListed(condition)) spelled.add(String(condition));
  }
  return [...names, ...spelled];
}
