import type { Language } from '@countersign/base/locale';
import { page as english, type PageKey, type PageSentences } from './en/page.ts';
import { page as spanish } from './es/page.ts';
import { formatMessage, type MessageParams, visible } from './format.ts';
import { page as swedish } from './sv/page.ts';

export type PageText = (key: PageKey, params?: MessageParams) => string;

const SIGNING_PAGE: Readonly<Record<Language, PageSentences>> = { en: english, sv: swedish, es: spanish };

export function pageText(language: Language): PageText {
  return (key, params = {}) => formatMessage(language, SIGNING_PAGE[language][key], visible(params));
}
