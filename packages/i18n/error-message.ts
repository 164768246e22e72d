import type { Language } from '@countersign/signing';
import { formatMessage, type MessageParams } from './format.ts';
import { ERRORS } from './languages.ts';
import { printable } from './printable.ts';
import type { ErrorCode } from './sentences.ts';

/** Every parameter may be absent. */
export function errorMessage(language: Language, code: ErrorCode, params: MessageParams = {}): string {
  return formatMessage(language, ERRORS[language][code], printable(nameMembers(params)));
}

const PATHS: ReadonlySet<string> = new Set(['member', 'other_member']);

/** `signeeDetails[0].signatureBox.page`. The path of the whole request is empty: no member. */
function nameMembers(params: MessageParams): MessageParams {
  const entries = Object.entries(params)
    .filter(([name, value]) => !PATHS.has(name) || value !== '')
    .map(([name, value]) =>
      PATHS.has(name) ? [name, String(value).replace(/\.(\d+)(?=\.|$)/g, '[$1]')] : [name, value],
    );
  return Object.fromEntries(entries);
}
