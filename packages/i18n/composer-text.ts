import type { Language } from '@countersign/signing';
import type { composer as english } from './en/composer.ts';
import { loadText, type SentenceFiles, type Text } from './load-text.ts';

export type ComposerKey = keyof typeof english;
export type ComposerSentences = Readonly<Record<ComposerKey, string>>;

export type ComposerText = Text<ComposerKey>;

const FILES: SentenceFiles<ComposerKey> = {
  en: async () => (await import('./en/composer.ts')).composer,
  sv: async () => (await import('./sv/composer.ts')).composer,
  es: async () => (await import('./es/composer.ts')).composer,
};

export function loadComposerText(language: Language): Promise<ComposerText> {
  return loadText(FILES, language);
}
