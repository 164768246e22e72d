import type { Language } from '@countersign/signing';
import { verify as english } from './en/verify.ts';
import { verify as spanish } from './es/verify.ts';
import { formatMessage, type MessageParams } from './format.ts';
import { withMethodName } from './method-name.ts';
import { visible } from './printable.ts';
import { verify as swedish } from './sv/verify.ts';

export type VerifyKey = keyof typeof english;
export type VerifySentences = Readonly<Record<VerifyKey, string>>;

export type VerifyText = (key: VerifyKey, params?: MessageParams) => string;

const PAGES: Readonly<Record<Language, VerifySentences>> = { en: english, sv: swedish, es: spanish };

export function verifyText(language: Language): VerifyText {
  return (key, params = {}) =>
    formatMessage(language, PAGES[language][key], visible(withMethodName(language, params)));
}
