import type { Language } from '@countersign/signing';
import type { enter as english } from './en/enter.ts';
import { loadText, type SentenceFiles, type Text } from './load-text.ts';

export type EnterKey = keyof typeof english;
export type EnterSentences = Readonly<Record<EnterKey, string>>;

export type EnterText = Text<EnterKey>;

const FILES: SentenceFiles<EnterKey> = {
  en: async () => (await import('./en/enter.ts')).enter,
  sv: async () => (await import('./sv/enter.ts')).enter,
  es: async () => (await import('./es/enter.ts')).enter,
};

export function loadEnterText(language: Language): Promise<EnterText> {
  return loadText(FILES, language);
}
