import type { Language, SignatureProblem, SignatureProblemCode } from '@countersign/signing';
import { signatures as english } from './en/signatures.ts';
import { signatures as spanish } from './es/signatures.ts';
import { formatMessage } from './format.ts';
import { printable } from './printable.ts';
import { signatures as swedish } from './sv/signatures.ts';

/** Sentences without a full stop for problems of signatures. */
export type SignatureSentences = Readonly<Record<SignatureProblemCode, string>>;

const SIGNATURES: Readonly<Record<Language, SignatureSentences>> = {
  en: english,
  sv: swedish,
  es: spanish,
};

/** Formats a problem of a signature, with visible parameters. */
export function signatureProblem(
  language: Language,
  { code, params }: Pick<SignatureProblem, 'code' | 'params'>,
): string {
  return formatMessage(language, SIGNATURES[language][code], printable(params));
}
