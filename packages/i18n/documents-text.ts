import type { Language } from '@countersign/signing';
import type { documents as english } from './en/documents.ts';
import { loadText, type SentenceFiles, type Text } from './load-text.ts';

export type DocumentsKey = keyof typeof english;
export type DocumentsSentences = Readonly<Record<DocumentsKey, string>>;

export type DocumentsText = Text<DocumentsKey>;

const FILES: SentenceFiles<DocumentsKey> = {
  en: async () => (await import('./en/documents.ts')).documents,
  sv: async () => (await import('./sv/documents.ts')).documents,
  es: async () => (await import('./es/documents.ts')).documents,
};

export function loadDocumentsText(language: Language): Promise<DocumentsText> {
  return loadText(FILES, language);
}
