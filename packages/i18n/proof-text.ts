import type { Language } from '@countersign/signing';
import { proofPage as english } from './en/proof-page.ts';
import { proofPage as spanish } from './es/proof-page.ts';
import { formatMessage, type MessageParams } from './format.ts';
import { visible } from './printable.ts';
import { proofPage as swedish } from './sv/proof-page.ts';

export type ProofPageKey = keyof typeof english;
export type ProofPageSentences = Readonly<Record<ProofPageKey, string>>;

/** Loaded when a dialog is opened. */
export type ProofText = (key: ProofPageKey, params?: MessageParams) => string;

const PAGES: Readonly<Record<Language, ProofPageSentences>> = { en: english, sv: swedish, es: spanish };

export function proofText(language: Language): ProofText {
  return (key, params = {}) => formatMessage(language, PAGES[language][key], visible(params));
}
