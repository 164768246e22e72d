import type { Language } from '@countersign/signing';
import { en } from './en.ts';
import { es } from './es.ts';
import { fillMessage, type MessageParams } from './fill-message.ts';
import { sv } from './sv.ts';

export type PageMessageKey = keyof typeof en;
export type PageMessages = Readonly<Record<PageMessageKey, string>>;

/** A sentence of the page in the signee's language. */
export type PageText = (key: PageMessageKey, params?: MessageParams) => string;

const MESSAGES: Readonly<Record<Language, PageMessages>> = { en, sv, es };

export function pageText(language: Language): PageText {
  const messages = MESSAGES[language];
  return (key, params = {}) => fillMessage(language, messages[key], params);
}

/** The language the shell was served in; the session may tell another later. */
export function shellLanguage(lang: string): Language {
  return lang === 'sv' || lang === 'es' ? lang : 'en';
}
