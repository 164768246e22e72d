import { nameCodePoint, replaceHidden, toVisibleLine } from '@countersign/identity/text';
import type { MessageParams } from './format.ts';

/** In a sentence. */
const MAX_SHOWN = 200;

/** Invisible characters by number. */
export function printable(params: MessageParams): MessageParams {
  return mapTexts(params, (text) => spellHidden(shorten(text)));
}

function shorten(text: string): string {
  const shown = Array.from(text.slice(0, 2 * MAX_SHOWN))
    .slice(0, MAX_SHOWN)
    .join('');
  return shown === text ? text : `${shown}…`;
}

/** As `printable`, in full: evidence leaves nothing out. */
export function printableInFull(params: MessageParams): MessageParams {
  return mapTexts(params, spellHidden);
}

/** For untrusted names: without invisible characters. */
export function visible(params: MessageParams): MessageParams {
  return mapTexts(params, toVisibleLine);
}

export function spellHidden(text: string): string {
  return replaceHidden(text, nameCodePoint);
}

function mapTexts(params: MessageParams, change: (text: string) => string): MessageParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]),
  );
}
