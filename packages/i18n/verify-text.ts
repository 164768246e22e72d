import type { Language } from '@countersign/base/locale';
import { verify as english, type VerifyKey, type VerifySentences } from './en/verify.ts';
import { verify as spanish } from './es/verify.ts';
import { formatMessage, type MessageParams, visible } from './format.ts';
import { withMethodName } from './sentence-of.ts';
import { verify as swedish } from './sv/verify.ts';

export type VerifyText = (key: VerifyKey, params?: MessageParams) => string;

const VERIFY_PAGE: Readonly<Record<Language, VerifySentences>> = { en: english, sv: swedish, es: spanish };

export function verifyText(language: Language): VerifyText {
  return (key, params = {}) =>
    formatMessage(language, VERIFY_PAGE[language][key], visible(withMethodName(language, params)));
}
