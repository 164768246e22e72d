import type { Language } from '@countersign/signing';
import { page as english } from './en/page.ts';
import { page as spanish } from './es/page.ts';
import { formatMessage, type MessageParams } from './format.ts';
import { visible } from './printable.ts';
import { page as swedish } from './sv/page.ts';

export type PageKey = keyof typeof english;
export type PageSentences = Readonly<Record<PageKey, string>>;

export type PageText = (key: PageKey, params?: MessageParams) => string;

const PAGES: Readonly<Record<Language, PageSentences>> = { en: english, sv: swedish, es: spanish };

export function pageText(language: Language): PageText {
  return (key, params = {}) => formatMessage(language, PAGES[language][key], visible(params));
}
