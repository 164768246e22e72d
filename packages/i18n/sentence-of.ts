import type { Language } from '@countersign/base/locale';
import type { LaterChange, SignatureProblem } from '@countersign/signing';
import type { ErrorCode } from './en/errors.ts';
import { methods as englishMethods, type MethodSentences } from './en/evidence.ts';
import { page as englishPage, type PageSentences } from './en/page.ts';
import {
  type ChangeSentences,
  changes as englishChanges,
  signatures as englishSignatures,
  type SignatureSentences,
} from './en/verify.ts';
import { methods as spanishMethods } from './es/evidence.ts';
import { page as spanishPage } from './es/page.ts';
import { changes as spanishChanges, signatures as spanishSignatures } from './es/verify.ts';
import { formatMessage, type MessageParams, printable, visible } from './format.ts';
import type { PageText } from './page-text.ts';
import { ERRORS } from './sentences.ts';
import { methods as swedishMethods } from './sv/evidence.ts';
import { page as swedishPage } from './sv/page.ts';
import { changes as swedishChanges, signatures as swedishSignatures } from './sv/verify.ts';
import { nameMethod } from './verify-text.ts';

/** Every parameter may be absent. */
export function errorMessage(language: Language, code: ErrorCode, params: MessageParams = {}): string {
  return formatMessage(language, ERRORS[language][code], printable(nameMembers(params)));
}

const PATHS: ReadonlySet<string> = new Set(['member', 'other_member']);

/** Returns `signeeDetails[0].signatureBox.page`. The path of the whole request is empty and names no member. */
function nameMembers(params: MessageParams): MessageParams {
  const entries = Object.entries(params)
    .filter(([name, value]) => !PATHS.has(name) || value !== '')
    .map(([name, value]) =>
      PATHS.has(name) ? [name, String(value).replace(/\.(\d+)(?=\.|$)/g, '[$1]')] : [name, value],
    );
  return Object.fromEntries(entries);
}

const CHANGES: Readonly<Record<Language, ChangeSentences>> = {
  en: englishChanges,
  sv: swedishChanges,
  es: spanishChanges,
};

export function laterChange(
  language: Language,
  { code, params }: Pick<LaterChange, 'code' | 'params'>,
): string {
  return formatMessage(language, CHANGES[language][code], printable(params));
}

export const METHODS: Readonly<Record<Language, MethodSentences>> = {
  en: englishMethods,
  sv: swedishMethods,
  es: spanishMethods,
};

export function withMethodName(language: Language, params: MessageParams): MessageParams {
  return nameMethod(language, METHODS[language], params);
}

const SIGNATURES: Readonly<Record<Language, SignatureSentences>> = {
  en: englishSignatures,
  sv: swedishSignatures,
  es: spanishSignatures,
};

export function signatureProblem(
  language: Language,
  { code, params }: Pick<SignatureProblem, 'code' | 'params'>,
): string {
  return formatMessage(language, SIGNATURES[language][code], printable(params));
}

const PAGES: Readonly<Record<Language, PageSentences>> = {
  en: englishPage,
  sv: swedishPage,
  es: spanishPage,
};

/** Browsers load the sentences of one language: `loadPageText`. */
export function pageText(language: Language): PageText {
  return (key, params = {}) => formatMessage(language, PAGES[language][key], visible(params));
}
