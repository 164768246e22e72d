import type { Language, SignatureType } from '@countersign/signing';
import { methods as english } from './en/methods.ts';
import { methods as spanish } from './es/methods.ts';
import { formatMessage, type MessageParams } from './format.ts';
import type { MethodSentences } from './sentences.ts';
import { methods as swedish } from './sv/methods.ts';

export const METHODS: Readonly<Record<Language, MethodSentences>> = {
  en: english,
  sv: swedish,
  es: spanish,
};

/** `name` is the name of the signature method in `type`; sentences join it to the ink. */
export function withMethodName(language: Language, params: MessageParams): MessageParams {
  const type = params.type;
  if (typeof type !== 'string' || !isNamed(type)) return params;
  const name = formatMessage(language, METHODS[language][type], params);
  return name === '' ? params : { ...params, name };
}

function isNamed(type: string): type is SignatureType {
  return Object.hasOwn(METHODS.en, type);
}
