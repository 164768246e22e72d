import type { Language, LaterChange, LaterChangeCode } from '@countersign/signing';
import { changes as english } from './en/changes.ts';
import { changes as spanish } from './es/changes.ts';
import { formatMessage } from './format.ts';
import { printable } from './printable.ts';
import { changes as swedish } from './sv/changes.ts';

/** One sentence for every change after a signature, without a full stop. */
export type ChangeSentences = Readonly<Record<LaterChangeCode, string>>;

export const CHANGES: Readonly<Record<Language, ChangeSentences>> = {
  en: english,
  sv: swedish,
  es: spanish,
};

/** What was changed after a signature, for the page and the API. Parameters from the file are told as they can be seen. */
export function laterChange(
  language: Language,
  { code, params }: Pick<LaterChange, 'code' | 'params'>,
): string {
  return formatMessage(language, CHANGES[language][code], printable(params));
}
