import type { Language } from '@countersign/signing';

/** Language of the shell; the session may have another. */
export function shellLanguage(lang: string): Language {
  return lang === 'sv' || lang === 'es' ? lang : 'en';
}
