import { invalid, type Problem } from '../refusals/problem.ts';
import { findHiddenCharacter, nameCodePoint } from './visible-text.ts';

/** Characters of a name: of a person, an account, a document, a file, a key [D5-16]. */
export const MAX_NAME_LENGTH = 255;

/** Length in characters as people count them (code points), not UTF-16 units. */
export function checkLength(
  path: string,
  text: string,
  min: number,
  max: number,
): Problem<'invalid_request'>[] {
  const length = [...text.trim()].length === 0 ? 0 : [...text].length;
  return length < min || length > max ? [invalid(path, 'length', { min, max })] : [];
}

/** A line of text that people are shown: nothing in it is hidden or turns what stands around it (visible-text.ts). */
export function checkLine(path: string, text: string): Problem<'invalid_request'>[] {
  const hidden = findHiddenCharacter(text);
  return hidden === undefined ? [] : [invalid(path, 'characters', { character: nameCodePoint(hidden) })];
}

/** Text of several lines: as a line, and line breaks and tabs. */
export function checkParagraphs(path: string, text: string): Problem<'invalid_request'>[] {
  return checkLine(path, text.replace(/[\r\n\t]/g, ' '));
}
