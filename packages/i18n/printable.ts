import { nameCodePoint, replaceHidden, toVisibleLine } from '@countersign/identity/text';
import type { MessageParams } from './format.ts';

/** Characters of a parameter shown in a sentence. */
const MAX_SHOWN = 200;

/** Shows invisible characters by number. */
export function printable(params: MessageParams): MessageParams {
  return mapTexts(params, (text) => spellHidden(shorten(text)));
}

function shorten(text: string): string {
  const shown = Array.from(text.slice(0, 2 * MAX_SHOWN))
    .slice(0, MAX_SHOWN)
    .join('');
  return shown === text ? text : `${shown}…`;
}

/** Removes invisible characters from untrusted names. */
export function visible(params: MessageParams): MessageParams {
  return mapTexts(params, toVisibleLine);
}

/** Returns the text with invisible characters as numbers. */
export function spellHidden(text: string): string {
  return replaceHidden(text, nameCodePoint);
}

function mapTexts(params: MessageParams, change: (text: string) => string): MessageParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]),
  );
}
