import { lookupArray, lookupDict, lookupName } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { readText } from '../fields/signature-fields.ts';
import { type CleaningJob, MAX_LISTED } from './cleaning-job.ts';

/** Throws if there was too much work. */
type Spend = () => void;

/** The states of optional content groups. */
interface LayerStates {
  /** The layers that are hidden on screen in some reader, zoom or language. */
  readonly hidden: ReadonlySet<PDFDict>;
  /** The layers that some reader does not print. */
  readonly unprinted: ReadonlySet<PDFDict>;
}

type Event = 'View' | 'Print';

/** 8.11.4.4, with the key of their state. */
const STATES = { View: 'ViewState', Print: 'PrintState', Export: 'ExportState' } as const;
/** The reader decides these conditions. */
const CONDITIONS: ReadonlySet<string> = new Set(['Zoom', 'Language', 'User']);

/** Reads the states of the strictest reader: some apply usage only as configured (/AS), others always. */
function readLayerStates(properties: PDFDict, config: PDFDict, spend: Spend): LayerStates {
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

/** Lists layers that are off by default (ISO 32000-1 8.11.4.3), whatever their usage. */
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

function listDicts(dict: PDFDict, key: string, spend: Spend): PDFDict[] {
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

/** Expressions are nested at most so deep. */
const MAX_LEVELS = 32;

const MAX_NAMES = 20;

/** An operator is `And`, `Or` or `Not`. */
type Term = PDFDict | { readonly operator: string; readonly terms: readonly Term[] };

/** The membership of content in several layers (ISO 32000-1 8.11.2.2). */
class Membership {
  readonly #term: Term;

  constructor(dict: PDFDict, spend: Spend) {
    const expression = lookupArray(dict, 'VE');
    this.#term = (expression && readExpression(expression, spend, 0)) ?? readPolicy(dict, spend);
  }

  get layers(): PDFDict[] {
    return layersOf(this.#term);
  }

  isShown(off: ReadonlySet<PDFDict>): boolean {
    return isShown(this.#term, off);
  }

  /** Formats a membership as `Not(Draft)` or `And(Plan, Not(Draft))`. */
  toString(): string {
    return formatTerm(this.#term, { left: MAX_NAMES });
  }
}

function readExpression(array: PDFArray, spend: Spend, level: number): Term | undefined {
  for (let index = 0; index < array.size(); index += 1) spend();
  const [operator, ...operands] = Array.from({ length: array.size() }, (_, index) => array.lookup(index));
  if (!(operator instanceof PDFName) || level > MAX_LEVELS) return undefined;
  const terms = operands.flatMap((operand) => readOperand(operand, spend, level + 1) ?? []);
  return { operator: operator.decodeText(), terms };
}

function readOperand(operand: PDFObject | undefined, spend: Spend, level: number): Term | undefined {
  if (operand instanceof PDFArray) return readExpression(operand, spend, level);
  return operand instanceof PDFDict ? operand : undefined;
}

/** Reads /P as the equivalent expression. */
function readPolicy(dict: PDFDict, spend: Spend): Term {
  const single = lookupDict(dict, 'OCGs');
  const layers = single === undefined ? listDicts(dict, 'OCGs', spend) : [single];
  const inverted = layers.map((layer) => ({ operator: 'Not', terms: [layer] }));
  // Content without layers is visible.
  if (layers.length === 0) return { operator: 'And', terms: [] };
  const policy = lookupName(dict, 'P') ?? 'AnyOn';
  const operator = policy.startsWith('All') ? 'And' : 'Or';
  return { operator, terms: policy.endsWith('Off') ? inverted : layers };
}

function isShown(term: Term, off: ReadonlySet<PDFDict>): boolean {
  if (term instanceof PDFDict) return !off.has(term);
  if (term.operator === 'Not') return !term.terms.some((operand) => isShown(operand, off));
  if (term.operator === 'Or') return term.terms.some((operand) => isShown(operand, off));
  return term.terms.every((operand) => isShown(operand, off));
}

function layersOf(term: Term): PDFDict[] {
  return term instanceof PDFDict ? [term] : term.terms.flatMap(layersOf);
}

/** A condition may have thousands. */
function formatTerm(term: Term, names: { left: number }): string {
  if (names.left <= 0) return '…';
  if (term instanceof PDFDict) {
    names.left -= 1;
    return readText(term, 'Name') ?? '';
  }
  const [only] = term.terms;
  if (term.terms.length === 1 && only !== undefined && term.operator !== 'Not')
    return formatTerm(only, names);
  const shown = term.terms.slice(0, names.left + 1).map((operand) => formatTerm(operand, names));
  return `${term.operator}(${shown.join(', ')})`;
}

/** The layers that are not always visible, which are reported but not changed. */
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
    hiddenLayers: listNamesOfLayers(states.hidden, conditions, (condition) => isHidden(condition, states)),
    unprintedLayers: listNamesOfLayers(unprinted, conditions, (condition) => isUnprinted(condition, states)),
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

/** The names are listed before further conditions are formatted. */
function listNamesOfLayers(
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
