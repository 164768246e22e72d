import type { Language } from '@countersign/base/locale';
import { listRanges } from '@countersign/base/text';
import type { EvidenceFacts, SigneeEvidence } from '@countersign/signing';
import type { EvidenceReport, EvidenceRow } from '@countersign/toolkit';
import type { EvidenceSentences } from './en/evidence.ts';
import {
  capitalise,
  formatMessage,
  formatMoment,
  localTime,
  type MessageParams,
  printableInFull,
  spellHidden,
} from './format.ts';
import { withMethodName } from './sentence-of.ts';
import { EVIDENCE, PROOFS } from './sentences.ts';

type Say = (key: keyof EvidenceSentences, params?: MessageParams) => string;

/** Unknown values are left out. */
export function writeEvidence(language: Language, facts: EvidenceFacts, recordName: string): EvidenceReport {
  const say: Say = (key, params) =>
    formatMessage(language, EVIDENCE[language][key], printableInFull(params ?? {}));
  const { documentId } = facts;
  return {
    service: 'Countersign',
    title: say('title'),
    introduction: say('introduction', { recordName, timeZone: facts.timeZone }),
    summary: describeSummary(say, facts),
    // The service has the code.
    check: { label: say('checkLabel'), modules: [] },
    sections: [
      { heading: say('documentHeading'), rows: describeDocument(say, facts) },
      { heading: say('senderHeading'), rows: describeSender(say, facts) },
      ...facts.signees.map((signee, index) => ({
        heading: say('signeeHeading', { number: index + 1, fullName: signee.fullName }),
        person: describePerson(say, signee),
        rows: describeSignee(say, language, signee),
      })),
      { heading: say('copiesHeading'), rows: describeCopies(say, facts) },
      { heading: say('attachmentsHeading'), rows: describeAttachments(say, facts) },
      { heading: say('eventsHeading'), rows: describeEvents(say, facts) },
      { heading: say('sealHeading'), rows: describeSeal(say, facts) },
    ].filter(({ rows }) => rows.length > 0),
    footer: `${say('footer', { documentId })}\t${say('pageOf')}`,
  };
}

function describeSummary(say: Say, facts: EvidenceFacts): EvidenceRow[] {
  const sealedAt = facts.events.findLast(({ type }) => type === 'sealed')?.at;
  const count = facts.signees.length;
  return [
    ...row(say('result'), say('resultValue')),
    ...row(say('signatures'), say('signaturesValue', { count })),
    ...row(say('sealed'), sealedAt && formatMoment(sealedAt)),
    ...row(say('level'), say('levelValue', { level: facts.signatureLevel })),
  ];
}

function describePerson(say: Say, signee: SigneeEvidence): NonNullable<Section['person']> {
  const { signeeId, fullName, emailAddress, phoneNumber } = signee;
  return {
    boxId: signeeId,
    contact: [emailAddress, phoneNumber].filter((contact) => contact !== null).join(' · '),
    signatureLabel: say('signatureLabel', { fullName }),
    initialsLabel: say('initialsLabel', { fullName }),
  };
}

type Section = EvidenceReport['sections'][number];

/** PDF readers show this text. */
export function describeRecord(language: Language): string {
  return formatMessage(language, EVIDENCE[language].recordDescription);
}

export function describeAttachment(language: Language, params: { readonly fullName: string }): string {
  return formatMessage(language, EVIDENCE[language].attachmentDescription, params);
}

function describeDocument(say: Say, facts: EvidenceFacts): EvidenceRow[] {
  const { file, name, documentId, serviceTransactionId, signatureLevel } = facts;
  return [
    ...row(say('documentName'), name),
    ...row(say('fileName'), file && say('fileValue', { name: file.name, size: String(file.size) })),
    ...row(say('fileHash'), file?.sha256),
    ...row(say('signatureLevel'), say('signatureLevelValue', { level: signatureLevel })),
    ...row(say('documentId'), documentId),
    ...row(say('transactionId'), serviceTransactionId),
  ];
}

function describeSeal(say: Say, { trail, verificationUrl }: EvidenceFacts): EvidenceRow[] {
  // The placeholders are replaced when the bytes are counted.
  const content = { size: '{size}', sha256: '{sha256}' };
  return [
    { label: say('contentSize'), contentTemplate: say('contentSizeValue', content) },
    { label: say('contentHash'), contentTemplate: content.sha256 },
    ...row(say('sealCovers'), say('sealCoversValue')),
    ...row(say('trailHead', { sequence: String(trail.sequence) }), trail.hash),
    ...row(say('verificationUrl'), verificationUrl),
  ];
}

function describeSender(say: Say, { sender }: EvidenceFacts): EvidenceRow[] {
  return [
    ...row(say('fullName'), sender.fullName),
    ...row(say('organisation'), sender.organisation),
    ...row(say('emailAddress'), sender.emailAddress),
    ...row(say('filledInBySender'), nameFields(say, sender.filledIn)),
  ];
}

function nameFields(say: Say, labels: readonly string[]): string {
  return labels.map((name) => say('fieldName', { name })).join(', ');
}

function describeSignee(say: Say, language: Language, signee: SigneeEvidence): EvidenceRow[] {
  const { signatureType: type, ink, identification } = signee;
  const known = {
    type,
    ink,
    provider: identification?.provider,
    sandbox: identification === null ? null : String(identification.isSandbox ?? false),
  };
  const method = say('methodValue', withMethodName(language, known));
  return [
    ...row(say('authentication'), capitalise(describeAuthentication(say, signee))),
    ...row(say('method'), capitalise(method)),
    ...row(say(identification?.isSandbox ? 'sandboxName' : 'identifiedAs'), identification?.fullName),
    ...row(say('differingName'), describeDifferingNames(say, signee)),
    ...row(say('personalNumber'), identification?.personalNumber),
    ...(signee.proofs.some(({ kind }) => kind === 'id_scan')
      ? []
      : row(say('idScannedAt'), signee.idScannedAt && formatMoment(signee.idScannedAt))),
    ...row(say('proofs'), describeProofs(say, language, signee)),
    ...row(say('signedAt'), describeSigning(say, signee)),
    ...row(say('marks'), describeMarks(say, signee)),
    ...row(say('consent'), signee.consent.text),
    ...row(say('shownFile'), signee.shown.fileSha256),
    ...(signee.values.length === 0 ? [] : row(say('shownValues'), signee.shown.valuesSha256)),
    ...describeFilledFields(say, signee),
    ...row(say('correctedFields'), nameFields(say, signee.correctedFields)),
    ...row(say('ipAddress'), signee.ipAddress),
    ...row(say('userAgent'), signee.userAgent),
  ];
}

/** Each name has a line. */
function describeDifferingNames(say: Say, { fullName, differingNames }: SigneeEvidence): string {
  return differingNames
    .map(({ name, isSandbox }) => say('differingNameValue', { name, fullName, sandbox: String(isSandbox) }))
    .join('\n');
}

/** The moment is also shown in the time zone that dates were filled in for. */
function describeSigning(say: Say, { signedAt, timeZone }: SigneeEvidence): string {
  const zone = timeZone === 'UTC' ? {} : { timeZone, local: localTime(signedAt, timeZone) };
  return say('signedAtValue', { at: formatMoment(signedAt), ...zone });
}

/** People count pages from 1. */
function describeMarks(say: Say, { marks: { signatures, initials } }: SigneeEvidence): string {
  const countOf = (marks: typeof signatures) => marks.reduce((sum, { count }) => sum + count, 0);
  const pagesOf = (marks: typeof signatures) => listRanges(marks.map(({ page }) => page + 1));
  return say('marksValue', {
    ...{ signatures: countOf(signatures), signedPages: signatures.length, signedOn: pagesOf(signatures) },
    ...{ initials: countOf(initials), initialledPages: initials.length, initialledOn: pagesOf(initials) },
  });
}

const FILLED_BY = [
  ['signee', 'filledInBySignee'],
  ['check', 'filledInByCheck'],
  ['service', 'filledInByService'],
] as const;

function describeFilledFields(say: Say, { filledIn }: SigneeEvidence): EvidenceRow[] {
  return FILLED_BY.flatMap(([by, label]) => {
    const labels = filledIn.filter((field) => field.by === by).map((field) => field.label);
    return row(say(label), nameFields(say, labels));
  });
}

/** Each proof has a line. */
function describeProofs(say: Say, language: Language, { proofs }: SigneeEvidence): string {
  const sentences: Readonly<Record<string, string>> = PROOFS[language];
  return proofs
    .map(({ kind, field, facts, succeededAt }) => {
      const name = formatMessage(language, sentences[kind] ?? kind, printableInFull({ ...facts }));
      return say('proofValue', { name, at: formatMoment(succeededAt), field });
    })
    .join('\n');
}

function describeAuthentication(
  say: Say,
  { linkChannel, verification, identification }: SigneeEvidence,
): string {
  return say('authenticationValue', {
    channel: linkChannel,
    code: verification?.channel,
    at: verification && formatMoment(verification.verifiedAt),
    provider: identification?.isSandbox === true ? null : identification?.provider,
  });
}

/** Each copy has a line. The file is sealed before they are sent. */
function describeCopies(say: Say, { copies }: EvidenceFacts): EvidenceRow[] {
  const lines = copies.map(({ fullName, emailAddress }) => say('copyValue', { fullName, emailAddress }));
  return row(say('copiesTo'), lines.join('\n'));
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
  return events.flatMap(({ at, type, who, contacts = [], ipAddress }) => {
    const named = contacts.map(({ channel, address }) => say('contact', { channel, address }));
    const params = {
      type,
      who,
      contacts: named.length === 0 ? null : named.join(', '),
      ipAddress,
    };
    return row(formatMoment(at), say('event', params));
  });
}

function row(label: string, value: string | null | undefined): EvidenceRow[] {
  return value === null || value === undefined || value === '' ? [] : [{ label, value: spellLines(value) }];
}

/** Only the product's sentences may have several lines. */
function spellLines(value: string): string {
  return value.split('\n').map(spellHidden).join('\n');
}
