import { nameCodePoint, replaceHidden, toVisibleLine } from '@countersign/identity/text';
import type { MessageParams } from './format.ts';

/** Characters of one parameter that a sentence shows; the request has the rest. */
const MAX_SHOWN = 200;

/** A sentence about a character that cannot be seen says its number. */
export function printable(params: MessageParams): MessageParams {
  return mapTexts(params, (text) => spellHidden(shorten(text)));
}

function shorten(text: string): string {
  const shown = Array.from(text.slice(0, 2 * MAX_SHOWN))
    .slice(0, MAX_SHOWN)
    .join('');
  return shown === text ? text : `${shown}…`;
}

/** A sentence that shows a name from elsewhere leaves out what cannot be seen. */
export function visible(params: MessageParams): MessageParams {
  return mapTexts(params, toVisibleLine);
}

/** Returns the text with the numbers of hidden characters in their places. */
export function spellHidden(text: string): string {
  return replaceHidden(text, nameCodePoint);
}

function mapTexts(params: MessageParams, change: (text: string) => string): MessageParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]),
  );
}
