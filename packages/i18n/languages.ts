import type { Language } from '@countersign/signing';
import { errors as englishErrors } from './en/errors.ts';
import { evidence as englishEvidence } from './en/evidence.ts';
import { messages as englishMessages } from './en/messages.ts';
import { proofs as englishProofs } from './en/proofs.ts';
import { templates as englishTemplates } from './en/templates.ts';
import { errors as spanishErrors } from './es/errors.ts';
import { evidence as spanishEvidence } from './es/evidence.ts';
import { messages as spanishMessages } from './es/messages.ts';
import { proofs as spanishProofs } from './es/proofs.ts';
import { templates as spanishTemplates } from './es/templates.ts';
import type { MessageTemplates } from './message-template.ts';
import type { ErrorSentences, EvidenceSentences, MessageSentences, ProofSentences } from './sentences.ts';
import { errors as swedishErrors } from './sv/errors.ts';
import { evidence as swedishEvidence } from './sv/evidence.ts';
import { messages as swedishMessages } from './sv/messages.ts';
import { proofs as swedishProofs } from './sv/proofs.ts';
import { templates as swedishTemplates } from './sv/templates.ts';

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
