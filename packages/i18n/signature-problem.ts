import type { Language, SignatureProblem, SignatureProblemCode } from '@countersign/signing';
import { signatures as english } from './en/signatures.ts';
import { signatures as spanish } from './es/signatures.ts';
import { formatMessage } from './format.ts';
import { printable } from './printable.ts';
import { signatures as swedish } from './sv/signatures.ts';

/** Without a full stop. */
export type SignatureSentences = Readonly<Record<SignatureProblemCode, string>>;

const SIGNATURES: Readonly<Record<Language, SignatureSentences>> = {
  en: english,
  sv: swedish,
  es: spanish,
};

export function signatureProblem(
  language: Language,
  { code, params }: Pick<SignatureProblem, 'code' | 'params'>,
): string {
  return formatMessage(language, SIGNATURES[language][code], printable(params));
}
