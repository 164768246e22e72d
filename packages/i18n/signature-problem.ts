import type { Language, SignatureProblem, SignatureProblemCode } from '@countersign/signing';
import { signatures as english } from './en/signatures.ts';
import { signatures as spanish } from './es/signatures.ts';
import { formatMessage } from './format.ts';
import { printable } from './printable.ts';
import { signatures as swedish } from './sv/signatures.ts';

/** One sentence for everything that can be wrong with a signature, without a full stop. */
export type SignatureSentences = Readonly<Record<SignatureProblemCode, string>>;

export const SIGNATURES: Readonly<Record<Language, SignatureSentences>> = {
  en: english,
  sv: swedish,
  es: spanish,
};

/** What is wrong with a signature, for the page and the API. Parameters from the file are told as they can be seen. */
export function signatureProblem(
  language: Language,
  { code, params }: Pick<SignatureProblem, 'code' | 'params'>,
): string {
  return formatMessage(language, SIGNATURES[language][code], printable(params));
}
