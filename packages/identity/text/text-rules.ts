import { type ErrorParams, invalid, type Problem } from '../refusals/problem.ts';
import { findHiddenCharacter, MAX_NAME_LENGTH, nameCodePoint } from './visible-text.ts';

/** Code points. */
export interface TextLength {
  readonly min: number;
  readonly max: number;
}

export const NAME_LENGTH: TextLength = { min: 1, max: MAX_NAME_LENGTH };

export interface TextFault {
  readonly rule: 'length' | 'characters';
  readonly params: ErrorParams;
}

/** A wrong length, or hidden characters (visible-text.ts). Blanks alone count as empty. */
export function findLineFault(text: string, length: TextLength): TextFault | undefined {
  return findLengthFault(text, length) ?? findHidden(text);
}

/** Line breaks and tabs are allowed. */
export function findParagraphsFault(text: string, length: TextLength): TextFault | undefined {
  return findLengthFault(text, length) ?? findHidden(text.replace(/[\r\n\t]/g, ' '));
}

function findLengthFault(text: string, { min, max }: TextLength): TextFault | undefined {
  const length = text.trim() === '' ? 0 : [...text].length;
  return length < min || length > max ? { rule: 'length', params: { min, max } } : undefined;
}

function findHidden(text: string): TextFault | undefined {
  const hidden = findHiddenCharacter(text);
  return hidden === undefined
    ? undefined
    : { rule: 'characters', params: { character: nameCodePoint(hidden) } };
}

type TextProblems = readonly Problem<'invalid_request'>[];

export function checkLength(path: string, text: string, length: TextLength): TextProblems {
  return asProblems(path, findLengthFault(text, length));
}

export function checkLine(path: string, text: string, length: TextLength): TextProblems {
  return asProblems(path, findLineFault(text, length));
}

export function checkParagraphs(path: string, text: string, length: TextLength): TextProblems {
  return asProblems(path, findParagraphsFault(text, length));
}

function asProblems(path: string, fault: TextFault | undefined): TextProblems {
  return fault === undefined ? [] : [invalid(path, fault.rule, fault.params)];
}

/** A name (RFC 1123 2.1, with the underscore of DNS) or IP address as `URL` gives it, which takes `*` and others too. */
export function isHostName(hostname: string): boolean {
  if (/^\[[0-9a-f:.]+\]$/.test(hostname)) return true;
  const labels = hostname.replace(/\.$/, '').split('.');
  return hostname.length <= 254 && labels.every((label) => /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label));
}
