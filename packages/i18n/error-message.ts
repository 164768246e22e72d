import type { Language } from '@countersign/signing';
import { formatMessage, type MessageParams } from './format.ts';
import { ERRORS } from './languages.ts';
import { printable } from './printable.ts';
import type { ErrorCode } from './sentences.ts';

/** The sentence of an error, naming the member and the remedy. Works with any of its parameters absent. */
export function errorMessage(language: Language, code: ErrorCode, params: MessageParams = {}): string {
  return formatMessage(language, ERRORS[language][code], printable(nameMembers(params)));
}

/** Parameters that are paths of members. */
const PATHS: ReadonlySet<string> = new Set(['member', 'other_member']);

/** A path as people write it: `signeeDetails[0].signatureBox.page`. */
function nameMembers(params: MessageParams): MessageParams {
  const entries = Object.entries(params).map(([name, value]) =>
    PATHS.has(name) ? [name, String(value).replace(/\.(\d+)(?=\.|$)/g, '[$1]')] : [name, value],
  );
  return Object.fromEntries(entries);
}
