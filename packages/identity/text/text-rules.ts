import { invalid, type Problem } from '../refusals/problem.ts';
import { findHiddenCharacter, nameCodePoint } from './visible-text.ts';

/** Characters of the name of a person, account, document, file or key [D5-16]. */
export const MAX_NAME_LENGTH = 255;

/** Length in code points, not UTF-16 units. */
export function checkLength(
  path: string,
  text: string,
  min: number,
  max: number,
): Problem<'invalid_request'>[] {
  const length = [...text.trim()].length === 0 ? 0 : [...text].length;
  return length < min || length > max ? [invalid(path, 'length', { min, max })] : [];
}

/** A line without hidden characters (visible-text.ts). */
export function checkLine(path: string, text: string): Problem<'invalid_request'>[] {
  const hidden = findHiddenCharacter(text);
  return hidden === undefined ? [] : [invalid(path, 'characters', { character: nameCodePoint(hidden) })];
}

/** May have line breaks and tabs. */
export function checkParagraphs(path: string, text: string): Problem<'invalid_request'>[] {
  return checkLine(path, text.replace(/[\r\n\t]/g, ' '));
}
