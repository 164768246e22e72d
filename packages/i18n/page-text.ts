import type { Language } from '@countersign/base/locale';
import type { PageKey } from './en/page.ts';
import { formatMessage, type MessageParams, visible } from './format.ts';
import type { SentenceFiles } from './texts.ts';

export type PageText = (key: PageKey, params?: MessageParams) => string;

/** Each language has a file of its own, so that browsers load only one. */
const FILES: SentenceFiles<PageKey> = {
  en: async () => (await import('./en/page.ts')).page,
  sv: async () => (await import('./sv/page.ts')).page,
  es: async () => (await import('./es/page.ts')).page,
};

/** Loads the sentences of the signing page. */
export async function loadPageText(language: Language): Promise<PageText> {
  const sentences = await FILES[language]();
  return (key, params = {}) => formatMessage(language, sentences[key], visible(params));
}
