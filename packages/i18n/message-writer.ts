import type { Language, MessageWriter } from '@countersign/signing';
import { capitalise } from './capitalise.ts';
import { errorMessage } from './error-message.ts';
import { formatMessage, type MessageParams } from './format.ts';
import { formatMoment } from './format-moment.ts';
import { MESSAGES } from './languages.ts';
import { withMethodName } from './method-name.ts';
import { pageText } from './page-text.ts';
import type { MessageSentences } from './sentences.ts';
import { describeAttachment, describeRecord, writeEvidence } from './write-evidence.ts';
import { writeMessage } from './write-message.ts';

export const messageWriter: MessageWriter = {
  message: writeMessage,
  consent: (language) => pageText(language)('consent'),
  signaturesHeading: (language) => say(language, 'signaturesHeading'),
  stampLines: writeStampLines,
  scanLines: writeScanLines,
  electronicIdText: (language, { companyName, ...params }) =>
    companyName === null
      ? say(language, 'electronicIdSign', params)
      : say(language, 'electronicIdCompany', { ...params, companyName }),
  failure: errorMessage,
  sealReason: (language, { documentId, isDevelopment }) =>
    say(language, 'sealReason', { documentId, certificate: isDevelopment ? 'development' : 'own' }),
  evidence: writeEvidence,
  evidenceDescription: describeRecord,
  attachmentDescription: describeAttachment,
};

function writeStampLines(
  language: Language,
  params: Parameters<MessageWriter['stampLines']>[1],
): readonly string[] {
  const { fullName, personalNumber, signedAt, ipAddress, method, provider, isSandbox, channel } = params;
  const how = {
    type: params.signatureType,
    channel,
    ...(method === null ? {} : { method }),
    ...(provider === null ? {} : { provider }),
    sandbox: String(isSandbox),
  };
  return [
    // Without ink the name replaces it.
    ...(method === null || fullName === null ? [] : [fullName]),
    ...describePersonalNumber(language, personalNumber),
    say(language, 'stampDate', { date: formatMoment(signedAt) }),
    say(language, 'stampAddress', { ipAddress }),
    capitalise(say(language, 'stampMethod', withMethodName(language, how))),
  ];
}

function writeScanLines(
  language: Language,
  { fullName, personalNumber, scannedAt, hasImage }: Parameters<MessageWriter['scanLines']>[1],
): readonly string[] {
  const scanned = say(language, 'scanDate', { date: formatMoment(scannedAt) });
  // The image has the name, and the full number.
  if (hasImage) return [scanned];
  return [
    fullName,
    ...describePersonalNumber(language, personalNumber),
    scanned,
    say(language, 'scanNotKept'),
  ];
}

function describePersonalNumber(language: Language, personalNumber: string | null): readonly string[] {
  return personalNumber === null ? [] : [say(language, 'stampPersonalNumber', { personalNumber })];
}

function say(language: Language, key: keyof MessageSentences, params: MessageParams = {}): string {
  return formatMessage(language, MESSAGES[language][key], params);
}
