import type { Language } from '@countersign/base/locale';
import type { MethodSentences } from './en/evidence.ts';
import type { VerifyKey } from './en/verify.ts';
import { formatMessage, type MessageParams, visible } from './format.ts';
import type { SentenceFiles } from './texts.ts';

export type VerifyText = (key: VerifyKey, params?: MessageParams) => string;

/** Each language has files of its own, so that browsers load only one. */
const PAGES: SentenceFiles<VerifyKey> = {
  en: async () => (await import('./en/verify.ts')).verify,
  sv: async () => (await import('./sv/verify.ts')).verify,
  es: async () => (await import('./es/verify.ts')).verify,
};

const METHODS: SentenceFiles<keyof MethodSentences> = {
  en: async () => (await import('./en/evidence.ts')).methods,
  sv: async () => (await import('./sv/evidence.ts')).methods,
  es: async () => (await import('./es/evidence.ts')).methods,
};

/** Adds as `name` the name of the signature method in `type`, which sentences join to the ink. */
export function nameMethod(
  language: Language,
  methods: MethodSentences,
  params: MessageParams,
): MessageParams {
  const { type } = params;
  if (typeof type !== 'string' || !Object.hasOwn(methods, type)) return params;
  const name = formatMessage(language, methods[type as keyof MethodSentences], params);
  return name === '' ? params : { ...params, name };
}

/** Loads the sentences of the page that checks documents. */
export async function loadVerifyText(language: Language): Promise<VerifyText> {
  const [verify, methods] = await Promise.all([PAGES[language](), METHODS[language]()]);
  return (key, params = {}) =>
    formatMessage(language, verify[key], visible(nameMethod(language, methods, params)));
}
