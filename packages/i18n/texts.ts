import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@countersign/base/locale';
import type { AppKey } from './en/app.ts';
import type { ComposerKey } from './en/composer.ts';
import type { DocumentsKey } from './en/documents.ts';
import type { EnterKey } from './en/enter.ts';
import type { SettingsKey } from './en/settings.ts';
import { formatMessage, type MessageParams, visible } from './format.ts';

/** Returns sentences of one language. */
export type Text<Key extends string> = (key: Key, params?: MessageParams) => string;

/** Each language has a file of its own, so that browsers load only one. */
export type SentenceFiles<Key extends string> = Readonly<
  Record<Language, () => Promise<Readonly<Record<Key, string>>>>
>;

type TextLoader<Key extends string> = (language: Language) => Promise<Text<Key>>;

function defineText<Key extends string>(files: SentenceFiles<Key>): TextLoader<Key> {
  return async (language) => {
    const sentences = await files[language]();
    return (key, params = {}) => formatMessage(language, sentences[key], visible(params));
  };
}

export type { ComposerKey, SettingsKey };

export const loadAppText: TextLoader<AppKey> = defineText({
  en: async () => (await import('./en/app.ts')).app,
  sv: async () => (await import('./sv/app.ts')).app,
  es: async () => (await import('./es/app.ts')).app,
});

export const loadComposerText: TextLoader<ComposerKey> = defineText({
  en: async () => (await import('./en/composer.ts')).composer,
  sv: async () => (await import('./sv/composer.ts')).composer,
  es: async () => (await import('./es/composer.ts')).composer,
});

export const loadDocumentsText: TextLoader<DocumentsKey> = defineText({
  en: async () => (await import('./en/documents.ts')).documents,
  sv: async () => (await import('./sv/documents.ts')).documents,
  es: async () => (await import('./es/documents.ts')).documents,
});

export const loadEnterText: TextLoader<EnterKey> = defineText({
  en: async () => (await import('./en/enter.ts')).enter,
  sv: async () => (await import('./sv/enter.ts')).enter,
  es: async () => (await import('./es/enter.ts')).enter,
});

/** Takes `errorLanguage`, then Accept-Language by weight (RFC 9110 12.5.4), or the default. */
export function pickLanguage(errorLanguage?: string | null, acceptLanguage?: string | null): Language {
  return asLanguage(errorLanguage ?? '') ?? pickAccepted(acceptLanguage ?? '') ?? DEFAULT_LANGUAGE;
}

function asLanguage(tag: string): Language | undefined {
  const primary = tag.trim().split('-')[0]?.toLowerCase();
  return LANGUAGES.find((language) => language === primary);
}

function pickAccepted(header: string): Language | undefined {
  return header
    .split(',')
    .map(parseRange)
    .filter(({ weight }) => weight > 0)
    .sort((first, second) => second.weight - first.weight)
    .map(({ tag }) => asLanguage(tag))
    .find((language) => language !== undefined);
}

function parseRange(range: string): { readonly tag: string; readonly weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.toLowerCase().startsWith('q='));
  return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
}

export const loadSettingsText: TextLoader<SettingsKey> = defineText({
  en: async () => (await import('./en/settings.ts')).settings,
  sv: async () => (await import('./sv/settings.ts')).settings,
  es: async () => (await import('./es/settings.ts')).settings,
});
