/** The 24 official languages of the EU, Norwegian, Icelandic, Ukrainian and Arabic [4.4-28]. */
export const ASSISTANT_LANGUAGES = [
  ...(['bg', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fi', 'fr', 'ga', 'hr'] as const),
  ...(['hu', 'it', 'lt', 'lv', 'mt', 'nl', 'pl', 'pt', 'ro', 'sk', 'sl', 'sv'] as const),
  ...(['no', 'is', 'uk', 'ar'] as const),
] as const;

export type AssistantLanguage = (typeof ASSISTANT_LANGUAGES)[number];

export const DEFAULT_ASSISTANT_LANGUAGE = 'en';

export function isAssistantLanguage(language: string): language is AssistantLanguage {
  return (ASSISTANT_LANGUAGES as readonly string[]).includes(language);
}
