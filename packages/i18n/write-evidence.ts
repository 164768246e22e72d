import type {
  EvidenceFacts,
  EvidenceReport,
  EvidenceRow,
  Language,
  SigneeEvidence,
} from '@countersign/signing';
import { capitalise } from './capitalise.ts';
import { formatMessage, type MessageParams } from './format.ts';
import { formatMoment } from './format-moment.ts';
import { EVIDENCE, PROOFS } from './languages.ts';
import { withMethodName } from './method-name.ts';
import { printable, spellHidden } from './printable.ts';
import type { EvidenceSentences } from './sentences.ts';

type Say = (key: keyof EvidenceSentences, params?: MessageParams) => string;

/** Omits unknown values. */
export function writeEvidence(language: Language, facts: EvidenceFacts, recordName: string): EvidenceReport {
  const say: Say = (key, params) => formatMessage(language, EVIDENCE[language][key], printable(params ?? {}));
  const { documentId } = facts;
  return {
    title: say('title'),
    introduction: say('introduction', { recordName }),
    sections: [
      { heading: say('documentHeading'), rows: describeDocument(say, facts) },
      { heading: say('senderHeading'), rows: describeSender(say, facts) },
      ...facts.signees.map((signee, index) => ({
        heading: say('signeeHeading', { number: index + 1, fullName: signee.fullName }),
        rows: describeSignee(say, language, signee),
      })),
      { heading: say('attachmentsHeading'), rows: describeAttachments(say, facts) },
      { heading: say('eventsHeading'), rows: describeEvents(say, facts) },
    ].filter(({ rows }) => rows.length > 0),
    footer: say('footer', { documentId }),
  };
}

/** In PDF readers. */
export function describeRecord(language: Language): string {
  return formatMessage(language, EVIDENCE[language].recordDescription);
}

export function describeAttachment(language: Language, params: { readonly fullName: string }): string {
  return formatMessage(language, EVIDENCE[language].attachmentDescription, params);
}

function describeDocument(say: Say, facts: EvidenceFacts): EvidenceRow[] {
  const { file, name, documentId, serviceTransactionId, trail, verificationUrl, signatureLevel } = facts;
  // Replaced when the bytes are counted.
  const content = { size: '{size}', sha256: '{sha256}' };
  return [
    ...row(say('documentName'), name),
    ...row(say('documentId'), documentId),
    ...row(say('transactionId'), serviceTransactionId),
    ...(signatureLevel === null
      ? []
      : row(say('signatureLevel'), say('signatureLevelValue', { level: signatureLevel }))),
    ...row(say('fileName'), file && say('fileValue', { name: file.name, size: String(file.size) })),
    ...row(say('fileHash'), file?.sha256),
    { label: say('contentSize'), contentTemplate: say('contentSizeValue', content) },
    { label: say('contentHash'), contentTemplate: content.sha256 },
    ...(trail === null ? [] : row(say('trailHead', { sequence: String(trail.sequence) }), trail.hash)),
    ...row(say('verificationUrl'), verificationUrl),
  ];
}

function describeSender(say: Say, { sender }: EvidenceFacts): EvidenceRow[] {
  return [...row(say('fullName'), sender?.fullName), ...row(say('emailAddress'), sender?.emailAddress)];
}

function describeSignee(say: Say, language: Language, signee: SigneeEvidence): EvidenceRow[] {
  const { signatureType: type, ink, identification } = signee;
  const known = {
    type,
    ...(ink === null ? {} : { ink }),
    ...(identification === null ? {} : { provider: identification.provider }),
  };
  const method = say('methodValue', withMethodName(language, known));
  return [
    ...row(say('emailAddress'), signee.emailAddress),
    ...row(say('phoneNumber'), signee.phoneNumber),
    ...row(say('authentication'), capitalise(describeAuthentication(say, signee))),
    ...row(say('method'), capitalise(method)),
    ...row(say('identifiedAs'), identification?.fullName),
    ...row(say('personalNumber'), identification?.personalNumber),
    ...row(say('idScannedAt'), formatMomentOrNull(signee.idScannedAt)),
    ...row(say('proofs'), describeProofs(say, language, signee)),
    ...row(say('invitedAt'), formatMomentOrNull(signee.invitedAt)),
    ...row(say('openedAt'), formatMomentOrNull(signee.openedAt)),
    ...row(say('signedAt'), formatMomentOrNull(signee.signedAt)),
    ...row(say('consent'), signee.consent?.text),
    ...row(say('correctedFields'), signee.correctedFields.join(', ')),
    ...row(say('ipAddress'), signee.ipAddress),
    ...row(say('userAgent'), signee.userAgent),
  ];
}

/** A line each. */
function describeProofs(say: Say, language: Language, { proofs }: SigneeEvidence): string {
  const sentences: Readonly<Record<string, string>> = PROOFS[language];
  return proofs
    .map(({ kind, field, facts, succeededAt }) => {
      const name = formatMessage(language, sentences[kind] ?? kind, printable({ ...facts }));
      return say('proofValue', { name, at: formatMoment(succeededAt), ...(field === null ? {} : { field }) });
    })
    .join('\n');
}

function describeAuthentication(
  say: Say,
  { linkChannel, verification, identification }: SigneeEvidence,
): string {
  const provider = identification === null ? {} : { provider: identification.provider };
  const code =
    verification === null ? {} : { code: verification.channel, at: formatMoment(verification.verifiedAt) };
  return say('authenticationValue', { channel: linkChannel, ...code, ...provider });
}

function describeAttachments(say: Say, { attachments }: EvidenceFacts): EvidenceRow[] {
  return attachments.flatMap(({ name, mimeType, size, sha256, uploadedBy, uploadedAt }, index) => {
    const number = index + 1;
    const from = { fullName: uploadedBy, at: formatMoment(uploadedAt) };
    const value = say('attachmentValue', { name, mimeType, size: String(size), ...from });
    return [...row(say('attachment', { number }), value), ...row(say('attachmentHash', { number }), sha256)];
  });
}

function describeEvents(say: Say, { events }: EvidenceFacts): EvidenceRow[] {
  return events.flatMap(({ at, type, who }) =>
    row(formatMoment(at), say('event', { type, ...(who === null ? {} : { who }) })),
  );
}

function row(label: string, value: string | null | undefined): EvidenceRow[] {
  return value === null || value === undefined || value === '' ? [] : [{ label, value: spellLines(value) }];
}

/** Only the product's sentences may have several lines. */
function spellLines(value: string): string {
  return value.split('\n').map(spellHidden).join('\n');
}

function formatMomentOrNull(moment: Date | null): string | null {
  return moment && formatMoment(moment);
}
