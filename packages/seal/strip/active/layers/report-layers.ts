import { lookupDict } from '@countersign/pdf';
import type { PDFDict } from 'pdf-lib';
import { readText } from '../../../fields/text.ts';
import type { CleaningJob } from '../cleaning-job.ts';
import { MAX_LISTED } from '../removals.ts';
import { type LayerStates, readLayerStates } from './layer-states.ts';
import { Membership } from './membership.ts';

/** Layers that are not always visible. Reported but not changed. */
export interface LayerReport {
  /**
   * Names of layers hidden on screen initially or in some reader, zoom or language. Hidden combinations of
   * visible layers are given as conditions: `Not(Draft)`.
   */
  readonly hiddenLayers: readonly string[];
  /** The same for layers shown on screen but not printed. */
  readonly unprintedLayers: readonly string[];
}

export function reportLayers({ file, removals }: CleaningJob, memberships: Iterable<PDFDict>): LayerReport {
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

/** Conditions with a listed layer need no line of their own. */
function isHidden(condition: Membership, { hidden }: LayerStates): boolean {
  return !condition.isShown(hidden) && !condition.layers.some((layer) => hidden.has(layer));
}

function isUnprinted(condition: Membership, { hidden, unprinted }: LayerStates): boolean {
  if (!condition.isShown(hidden) || condition.isShown(unprinted)) return false;
  return !condition.layers.some((layer) => unprinted.has(layer) || hidden.has(layer));
}

/** Before further conditions are formatted. */
function listNames(
  layers: Iterable<PDFDict>,
  conditions: readonly Membership[],
  isListed: (condition: Membership) => boolean,
): string[] {
  const names: string[] = [];
  for (const layer of layers) if (names.length < MAX_LISTED) names.push(readText(layer, 'Name') ?? '');
  const formatted = new Set<string>();
  for (const condition of conditions) {
    if (names.length + formatted.size >= MAX_LISTED) break;
    if (isListed(condition)) formatted.add(String(condition));
  }
  return [...names, ...formatted];
}
