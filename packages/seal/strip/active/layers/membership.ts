import { lookupArray, lookupDict, lookupName } from '@countersign/pdf';
import { PDFArray, PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { readText } from '../../../fields/text.ts';
import { listDicts, type Spend } from './layer-states.ts';

/** Nesting of an expression. */
const MAX_LEVELS = 32;

const MAX_NAMES = 20;

/** `And`, `Or`, `Not`. */
type Term = PDFDict | { readonly operator: string; readonly terms: readonly Term[] };

/** Of content in several layers (ISO 32000-1 8.11.2.2). */
export class Membership {
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

  /** `Not(Draft)`, `And(Plan, Not(Draft))`. */
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

/** /P as the equivalent expression. */
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
