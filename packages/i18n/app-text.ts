import type { Language } from '@countersign/signing';
import type { app as english } from './en/app.ts';
import { loadText, type SentenceFiles, type Text } from './load-text.ts';

export type AppKey = keyof typeof english;
export type AppSentences = Readonly<Record<AppKey, string>>;

export type AppText = Text<AppKey>;

const FILES: SentenceFiles<AppKey> = {
  en: async () => (await import('./en/app.ts')).app,
  sv: async () => (await import('./sv/app.ts')).app,
  es: async () => (await import('./es/app.ts')).app,
};

export function loadAppText(language: Language): Promise<AppText> {
  return loadText(FILES, language);
}
