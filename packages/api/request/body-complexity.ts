import { refusal } from '@countersign/signing';
import { invalidRequest } from '../errors/request-rules.ts';

/** Members and elements: 10,000 form values need 30,000. */
const MAX_BODY_VALUES = 50_000;
/** The largest known object has thirteen. */
const MAX_OBJECT_MEMBERS = 1000;
/** The deepest known request has five. */
const MAX_BODY_DEPTH = 32;

/**
 * Bounds the work and recursion of parsing. Scans the text, because parsing half a million levels is slow.
 * Throws `invalid_request`; invalid JSON is left to the parser.
 */
export function refuseComplexJson(text: string): void {
  /** In each open object or list. */
  const commas: number[] = [];
  let values = 1;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) index = endOfString(text, index);
    else if (character === COMMA) {
      values += 1;
      commas[commas.length - 1] = (commas.at(-1) ?? 0) + 1;
    } else if (character === BRACE_CLOSE || character === BRACKET_CLOSE) {
      const members = (commas.pop() ?? 0) + 1;
      if (character === BRACE_CLOSE && members > MAX_OBJECT_MEMBERS) throw tooComplex();
    } else if (character === BRACE_OPEN || character === BRACKET_OPEN) {
      values += 1;
      commas.push(0);
    }
    if (commas.length > MAX_BODY_DEPTH || values > MAX_BODY_VALUES) throw tooComplex();
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BRACKET_OPEN = 0x5b;
const BRACKET_CLOSE = 0x5d;
const BRACE_OPEN = 0x7b;
const BRACE_CLOSE = 0x7d;

/** Of the closing quote, or of the end of the text. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) return index;
    if (character === BACKSLASH) index += 1;
  }
  return text.length;
}

function tooComplex() {
  const limits = { values: MAX_BODY_VALUES, members: MAX_OBJECT_MEMBERS, levels: MAX_BODY_DEPTH };
  return refusal(invalidRequest('body_complexity', limits));
}
