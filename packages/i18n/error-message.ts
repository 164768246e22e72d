import type { OAuthErrorCode } from '@countersign/oauth';
import type { Language, SigningErrorCode } from '@countersign/signing';
import { formatMessage, type MessageParams } from './format.ts';
import { ERRORS } from './languages.ts';
import { printable } from './printable.ts';

/** The sentence of an error, naming the member and the remedy. Works with any of its parameters absent. */
export function errorMessage(
  language: Language,
  code: SigningErrorCode | OAuthErrorCode,
  params: MessageParams = {},
): string {
  return formatMessage(language, ERRORS[language][code], printable(params));
}
