import { invalid, type Problem } from './problems.ts';
import { findHiddenCharacter, nameCodePoint } from './visible-text.ts';

/** Length in characters as people count them (code points), not UTF-16 units. */
export function checkLength(path: string, text: string, min: number, max: number): Problem[] {
  const length = [...text.trim()].length === 0 ? 0 : [...text].length;
  return length < min || length > max ? [invalid(path, 'length', { min, max })] : [];
}

/** A line of text that people are shown: nothing in it is hidden or turns what stands around it (visible-text.ts). */
export function checkLine(path: string, text: string): Problem[] {
  const hidden = findHiddenCharacter(text);
  return hidden === undefined ? [] : [invalid(path, 'characters', { character: nameCodePoint(hidden) })];
}

/** Text of several lines: as a line, and line breaks and tabs. */
export function checkParagraphs(path: string, text: string): Problem[] {
  return checkLine(path, text.replace(/[\r\n\t]/g, ' '));
}
