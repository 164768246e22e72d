import type { Language } from '@countersign/signing';

/** The language the shell was served in; the session may tell another later. */
export function shellLanguage(lang: string): Language {
  return lang === 'sv' || lang === 'es' ? lang : 'en';
}
