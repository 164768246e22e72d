import type { Language } from '@countersign/base/locale';
import { type ErrorSentences, errors as englishErrors } from './en/errors.ts';
import {
  type EvidenceSentences,
  evidence as englishEvidence,
  proofs as englishProofs,
  type ProofSentences,
} from './en/evidence.ts';
import {
  messages as englishMessages,
  templates as englishTemplates,
  type MessageSentences,
  type MessageTemplates,
} from './en/messages.ts';
import { errors as spanishErrors } from './es/errors.ts';
import { evidence as spanishEvidence, proofs as spanishProofs } from './es/evidence.ts';
import { messages as spanishMessages, templates as spanishTemplates } from './es/messages.ts';
import { errors as swedishErrors } from './sv/errors.ts';
import { evidence as swedishEvidence, proofs as swedishProofs } from './sv/evidence.ts';
import { messages as swedishMessages, templates as swedishTemplates } from './sv/messages.ts';

export const ERRORS: Readonly<Record<Language, ErrorSentences>> = {
  en: englishErrors,
  sv: swedishErrors,
  es: spanishErrors,
};

export const MESSAGES: Readonly<Record<Language, MessageSentences>> = {
  en: englishMessages,
  sv: swedishMessages,
  es: spanishMessages,
};

export const EVIDENCE: Readonly<Record<Language, EvidenceSentences>> = {
  en: englishEvidence,
  sv: swedishEvidence,
  es: spanishEvidence,
};

export const PROOFS: Readonly<Record<Language, ProofSentences>> = {
  en: englishProofs,
  sv: swedishProofs,
  es: spanishProofs,
};

export const TEMPLATES: Readonly<Record<Language, MessageTemplates>> = {
  en: englishTemplates,
  sv: swedishTemplates,
  es: spanishTemplates,
};
