import type { Language } from '@countersign/signing';
import { formatMessage, type MessageParams } from './format.ts';
import { visible } from './printable.ts';

/** In one language. */
export type Text<Key extends string> = (key: Key, params?: MessageParams) => string;

/** So that browsers load one language only. */
export type SentenceFiles<Key extends string> = Readonly<
  Record<Language, () => Promise<Readonly<Record<Key, string>>>>
>;

export async function loadText<Key extends string>(
  files: SentenceFiles<Key>,
  language: Language,
): Promise<Text<Key>> {
  const sentences = await files[language]();
  return (key, params = {}) => formatMessage(language, sentences[key], visible(params));
}
