import type { Language } from '@countersign/signing';
import { errors as englishErrors } from './en/errors.ts';
import { messages as englishMessages } from './en/messages.ts';
import { errors as spanishErrors } from './es/errors.ts';
import { messages as spanishMessages } from './es/messages.ts';
import type { ErrorSentences, MessageSentences } from './sentences.ts';
import { errors as swedishErrors } from './sv/errors.ts';
import { messages as swedishMessages } from './sv/messages.ts';

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
