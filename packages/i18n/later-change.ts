import type { Language, LaterChange, LaterChangeCode } from '@countersign/signing';
import { changes as english } from './en/changes.ts';
import { changes as spanish } from './es/changes.ts';
import { formatMessage } from './format.ts';
import { printable } from './printable.ts';
import { changes as swedish } from './sv/changes.ts';

/** Without a full stop. */
export type ChangeSentences = Readonly<Record<LaterChangeCode, string>>;

const CHANGES: Readonly<Record<Language, ChangeSentences>> = {
  en: english,
  sv: swedish,
  es: spanish,
};

export function laterChange(
  language: Language,
  { code, params }: Pick<LaterChange, 'code' | 'params'>,
): string {
  return formatMessage(language, CHANGES[language][code], printable(params));
}
