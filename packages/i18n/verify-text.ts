import type { Language } from '@countersign/base/locale';
import type { MethodSentences } from './en/evidence.ts';
import type { VerifyKey, VerifySentences } from './en/verify.ts';
import { formatMessage, type MessageParams, visible } from './format.ts';

export type VerifyText = (key: VerifyKey, params?: MessageParams) => string;

interface VerifyFile {
  readonly verify: VerifySentences;
  readonly methods: MethodSentences;
}

/** Each language has files of its own, so that browsers load only one. */
const FILES: Readonly<Record<Language, () => Promise<VerifyFile>>> = {
  en: async () => ({
    verify: (await import('./en/verify.ts')).verify,
    methods: (await import('./en/evidence.ts')).methods,
  }),
  sv: async () => ({
    verify: (await import('./sv/verify.ts')).verify,
    methods: (await import('./sv/evidence.ts')).methods,
  }),
  es: async () => ({
    verify: (await import('./es/verify.ts')).verify,
    methods: (await import('./es/evidence.ts')).methods,
  }),
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
  const { verify, methods } = await FILES[language]();
  return (key, params = {}) =>
    formatMessage(language, verify[key], visible(nameMethod(language, methods, params)));
}
