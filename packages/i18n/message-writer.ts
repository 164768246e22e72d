import type { InvitationParams, Language, MessageWriter, WrittenMessage } from '@countersign/signing';
import { capitalise } from './capitalise.ts';
import { errorMessage } from './error-message.ts';
import { formatMessage, type MessageParams } from './format.ts';
import { formatMoment } from './format-moment.ts';
import { MESSAGES } from './languages.ts';
import { type Letter, letterHtml, letterText } from './letter.ts';
import { pageText } from './page-text.ts';
import type { MessageSentences } from './sentences.ts';
import { describeAttachment, describeRecord, writeEvidence } from './write-evidence.ts';

/** Words for people in mails, SMS, stamps and seals. */
export const messageWriter: MessageWriter = {
  invitation: (language, params) => writeInvitation(language, params),
  completed: (language, params) => writeCompleted(language, params),
  failed: (language, params) => writeFailed(language, params),
  consent: (language) => pageText(language)('consent'),
  signaturesHeading: (language) => say(language, 'signaturesHeading'),
  stampLines: writeStampLines,
  scanLines: writeScanLines,
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
  const { fullName, personalNumber, signedAt, ipAddress, method, provider, channel } = params;
  const how = {
    type: params.signatureType,
    channel,
    ...(method === null ? {} : { method }),
    ...(provider === null ? {} : { provider }),
  };
  return [
    // Without ink the name stands in its place.
    ...(method === null || fullName === null ? [] : [fullName]),
    ...tellPersonalNumber(language, personalNumber),
    say(language, 'stampDate', { date: formatMoment(signedAt) }),
    say(language, 'stampAddress', { ipAddress }),
    capitalise(say(language, 'stampMethod', how)),
  ];
}

function writeScanLines(
  language: Language,
  { fullName, personalNumber, scannedAt, hasImage }: Parameters<MessageWriter['scanLines']>[1],
): readonly string[] {
  const scanned = say(language, 'scanDate', { date: formatMoment(scannedAt) });
  // The image has the name, and the number that is not to be read whole elsewhere.
  if (hasImage) return [scanned];
  return [fullName, ...tellPersonalNumber(language, personalNumber), scanned, say(language, 'scanNotKept')];
}

function tellPersonalNumber(language: Language, personalNumber: string | null): readonly string[] {
  return personalNumber === null ? [] : [say(language, 'stampPersonalNumber', { personalNumber })];
}

function writeInvitation(language: Language, params: InvitationParams): WrittenMessage {
  const { recipientName, documentName, signingUrl: url, personalMessage } = params;
  const sender = params.senderName === '' ? {} : { senderName: params.senderName };
  const heading = say(language, 'invitationMessage', sender);
  return write(say(language, 'invitationSubject', { ...sender, documentName }), {
    language,
    greeting: say(language, 'greeting', { recipientName }),
    intro: say(language, 'invitationIntro', { ...sender, documentName }),
    quote: personalMessage === '' ? null : { heading, text: personalMessage },
    action: { label: say(language, 'invitationAction'), url },
    closing: say(language, 'invitationClosing'),
  });
}

function writeCompleted(
  language: Language,
  { documentName, recipientName, url }: Parameters<MessageWriter['completed']>[1],
): WrittenMessage {
  return write(say(language, 'completedSubject', { documentName }), {
    language,
    greeting: say(language, 'greeting', { recipientName }),
    intro: say(language, 'completedIntro', { documentName }),
    quote: null,
    action: { label: say(language, 'completedAction'), url },
    closing: say(language, 'completedClosing'),
  });
}

function writeFailed(
  language: Language,
  { documentName, recipientName, reason, url }: Parameters<MessageWriter['failed']>[1],
): WrittenMessage {
  return write(say(language, 'failedSubject', { documentName }), {
    language,
    greeting: say(language, 'greeting', { recipientName }),
    intro: say(language, 'failedIntro', { documentName }),
    quote: { heading: say(language, 'failedReason'), text: reason },
    action: { label: say(language, 'failedAction'), url },
    closing: say(language, 'failedClosing'),
  });
}

function write(subject: string, letter: Letter): WrittenMessage {
  return { subject, text: letterText(letter), html: letterHtml(letter) };
}

function say(language: Language, key: keyof MessageSentences, params: MessageParams = {}): string {
  return formatMessage(language, MESSAGES[language][key], params);
}
