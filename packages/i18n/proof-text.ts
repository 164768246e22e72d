import type { Language } from '@countersign/base/locale';
import type { ElectronicIdMessage } from '@countersign/signing';
import { type ElectronicIdSentences, electronicId as englishElectronicId } from './en/electronic-id.ts';
import {
  proofPage as englishProofPage,
  type ProofPageKey,
  type ProofPageSentences,
} from './en/proof-page.ts';
import { electronicId as spanishElectronicId } from './es/electronic-id.ts';
import { proofPage as spanishProofPage } from './es/proof-page.ts';
import { formatMessage, type MessageParams, visible } from './format.ts';
import { electronicId as swedishElectronicId } from './sv/electronic-id.ts';
import { proofPage as swedishProofPage } from './sv/proof-page.ts';

const SENTENCES: Readonly<Record<Language, ElectronicIdSentences>> = {
  en: englishElectronicId,
  sv: swedishElectronicId,
  es: spanishElectronicId,
};

export function electronicIdText(language: Language, message: ElectronicIdMessage): string {
  return SENTENCES[language][message];
}

/** The sentences are loaded when a dialog is opened. */
export type ProofText = (key: ProofPageKey, params?: MessageParams) => string;

const PROOF_DIALOGS: Readonly<Record<Language, ProofPageSentences>> = {
  en: englishProofPage,
  sv: swedishProofPage,
  es: spanishProofPage,
};

export function proofText(language: Language): ProofText {
  return (key, params = {}) => formatMessage(language, PROOF_DIALOGS[language][key], visible(params));
}
