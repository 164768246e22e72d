import { nameCodePoint, replaceHidden, toVisibleLine } from '@countersign/signing/text';
import type { MessageParams } from './format.ts';

/** A sentence about a character that cannot be seen says its number. */
export function printable(params: MessageParams): MessageParams {
  return mapTexts(params, spellHidden);
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
