import { z } from 'zod';

/** The 24 official languages of the EU, Norwegian, Icelandic, Ukrainian and Arabic [4.4-28]. */
export const ASSISTANT_LANGUAGES = [
  ...['bg', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fi', 'fr', 'ga', 'hr'],
  ...['hu', 'it', 'lt', 'lv', 'mt', 'nl', 'pl', 'pt', 'ro', 'sk', 'sl', 'sv'],
  ...['no', 'is', 'uk', 'ar'],
] as const;

export const DEFAULT_ASSISTANT_LANGUAGE = 'en';

export const aiAssistant = z.object({
  enabled: z.boolean().optional().meta({ description: '`true` needs the capability `aiAssistant`.' }),
  textToSpeech: z.boolean().optional(),
  language: z
    .enum(ASSISTANT_LANGUAGES)
    .optional()
    .meta({ description: `\`${DEFAULT_ASSISTANT_LANGUAGE}\` if not given.` }),
});
