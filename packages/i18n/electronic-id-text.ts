import type { ElectronicIdMessage, Language } from '@countersign/signing';
import { electronicId as english } from './en/electronic-id.ts';
import { electronicId as spanish } from './es/electronic-id.ts';
import { electronicId as swedish } from './sv/electronic-id.ts';

/** A message without a sentence does not compile. */
export type ElectronicIdSentences = Readonly<Record<ElectronicIdMessage, string>>;

const SENTENCES: Readonly<Record<Language, ElectronicIdSentences>> = {
  en: english,
  sv: swedish,
  es: spanish,
};

export function electronicIdText(language: Language, message: ElectronicIdMessage): string {
  return SENTENCES[language][message];
}
