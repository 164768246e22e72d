import type { OAuthErrorCode } from '@countersign/oauth';
import type { Language, SigningErrorCode } from '@countersign/signing';
import { formatMessage, type MessageParams } from './format.ts';
import { ERRORS } from './languages.ts';

/** The sentence of an error, naming the member and the remedy. Works with any of its parameters absent. */
export function errorMessage(
  language: Language,
  code: SigningErrorCode | OAuthErrorCode,
  params: MessageParams = {},
): string {
  return formatMessage(language, ERRORS[language][code], printable(params));
}

/** Control characters, halves of surrogate pairs, and what Unicode gives to nobody. */
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/gu;

/** A sentence about a character that cannot be seen says its number. */
function printable(params: MessageParams): MessageParams {
  const spell = (value: string) => value.replace(INVISIBLE, spellCodePoint);
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? spell(value) : value]),
  );
}

function spellCodePoint(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${digits.padStart(4, '0')}`;
}
