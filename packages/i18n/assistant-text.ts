import type { AssistantLanguage } from '@countersign/assistant/languages';
import type english from './assistant/en.json';
import { formatMessage, visible } from './format.ts';
import type { Text } from './texts.ts';

type AssistantKey = keyof typeof english;
type AssistantSentences = Readonly<Record<AssistantKey, string>>;

export type AssistantText = Text<AssistantKey>;

/** Browsers load one of these files. */
const FILES: Readonly<Record<AssistantLanguage, () => Promise<{ readonly default: AssistantSentences }>>> = {
  bg: () => import('./assistant/bg.json', { with: { type: 'json' } }),
  cs: () => import('./assistant/cs.json', { with: { type: 'json' } }),
  da: () => import('./assistant/da.json', { with: { type: 'json' } }),
  de: () => import('./assistant/de.json', { with: { type: 'json' } }),
  el: () => import('./assistant/el.json', { with: { type: 'json' } }),
  en: () => import('./assistant/en.json', { with: { type: 'json' } }),
  es: () => import('./assistant/es.json', { with: { type: 'json' } }),
  et: () => import('./assistant/et.json', { with: { type: 'json' } }),
  fi: () => import('./assistant/fi.json', { with: { type: 'json' } }),
  fr: () => import('./assistant/fr.json', { with: { type: 'json' } }),
  ga: () => import('./assistant/ga.json', { with: { type: 'json' } }),
  hr: () => import('./assistant/hr.json', { with: { type: 'json' } }),
  hu: () => import('./assistant/hu.json', { with: { type: 'json' } }),
  it: () => import('./assistant/it.json', { with: { type: 'json' } }),
  lt: () => import('./assistant/lt.json', { with: { type: 'json' } }),
  lv: () => import('./assistant/lv.json', { with: { type: 'json' } }),
  mt: () => import('./assistant/mt.json', { with: { type: 'json' } }),
  nl: () => import('./assistant/nl.json', { with: { type: 'json' } }),
  pl: () => import('./assistant/pl.json', { with: { type: 'json' } }),
  pt: () => import('./assistant/pt.json', { with: { type: 'json' } }),
  ro: () => import('./assistant/ro.json', { with: { type: 'json' } }),
  sk: () => import('./assistant/sk.json', { with: { type: 'json' } }),
  sl: () => import('./assistant/sl.json', { with: { type: 'json' } }),
  sv: () => import('./assistant/sv.json', { with: { type: 'json' } }),
  no: () => import('./assistant/no.json', { with: { type: 'json' } }),
  is: () => import('./assistant/is.json', { with: { type: 'json' } }),
  uk: () => import('./assistant/uk.json', { with: { type: 'json' } }),
  ar: () => import('./assistant/ar.json', { with: { type: 'json' } }),
};

/** The assistant has a language of its own, which the sender chooses. Rejects if the file cannot be loaded. */
export async function loadAssistantText(language: AssistantLanguage): Promise<AssistantText> {
  const { default: sentences } = await FILES[language]();
  return (key, params = {}) => formatMessage(language, sentences[key], visible(params));
}

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur', 'yi']);

/** Returns the value of the attribute `dir`. The language is a BCP 47 tag. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(language.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr';
}
