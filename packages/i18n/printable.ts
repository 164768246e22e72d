import type { MessageParams } from './format.ts';

/** Control characters, halves of surrogate pairs, what Unicode gives to nobody, and what turns the direction of text. */
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Bidi_Control}]/gu;

/** A sentence about a character that cannot be seen says its number. */
export function printable(params: MessageParams): MessageParams {
  const spell = (value: string) => value.replace(INVISIBLE, spellCodePoint);
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? spell(value) : value]),
  );
}

function spellCodePoint(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${digits.padStart(4, '0')}`;
}
