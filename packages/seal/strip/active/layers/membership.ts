import { lookupArray, lookupDict, lookupName } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { readText } from '../../../fields/text.ts';
import { listDicts } from './layer-states.ts';

/** Levels of an expression; nobody writes more by hand or by program. */
const MOST_LEVELS = 32;
/** Layers and operators of one expression that are looked at. */
const MOST_TERMS = 1_000;

/** A part of a membership's condition: a layer, or an operator (`And`, `Or`, `Not`) over others. */
type Term = PDFDict | { readonly operator: string; readonly terms: readonly Term[] };

/** On what the visibility of content depends that belongs to several layers (ISO 32000-1 8.11.2.2). */
export class Membership {
  readonly #term: Term;

  constructor(dict: PDFDict) {
    const budget = { left: MOST_TERMS };
    const expression = lookupArray(dict, 'VE');
    this.#term = (expression && readExpression(expression, budget, 0)) ?? readPolicy(dict);
  }

  /** The layers that it is made of. */
  get layers(): PDFDict[] {
    return layersOf(this.#term);
  }

  isShown(off: ReadonlySet<PDFDict>): boolean {
    return isShown(this.#term, off);
  }

  /** `Not(Draft)`, `And(Plan, Not(Draft))`: names of layers stand as the file has them. */
  toString(): string {
    return spell(this.#term);
  }
}

function readExpression(array: PDFArray, budget: { left: number }, level: number): Term | undefined {
  const [operator, ...operands] = Array.from({ length: array.size() }, (_, index) => array.lookup(index));
  budget.left -= 1;
  if (!(operator instanceof PDFName) || level > MOST_LEVELS || budget.left < 0) return undefined;
  const terms = operands.flatMap((operand) => readOperand(operand, budget, level + 1) ?? []);
  return { operator: operator.decodeText(), terms };
}

function readOperand(
  operand: PDFObject | undefined,
  budget: { left: number },
  level: number,
): Term | undefined {
  if (operand instanceof PDFArray) return readExpression(operand, budget, level);
  return operand instanceof PDFDict ? operand : undefined;
}

/** /P as the expression that means the same. */
function readPolicy(dict: PDFDict): Term {
  const single = lookupDict(dict, 'OCGs');
  const layers = single === undefined ? listDicts(dict, 'OCGs') : [single];
  const inverted = layers.map((layer) => ({ operator: 'Not', terms: [layer] }));
  // Content of no layer is shown.
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

function spell(term: Term): string {
  if (term instanceof PDFDict) return readText(term, 'Name') ?? '';
  const [only] = term.terms;
  if (term.terms.length === 1 && only !== undefined && term.operator !== 'Not') return spell(only);
  return `${term.operator}(${term.terms.map(spell).join(', ')})`;
}
