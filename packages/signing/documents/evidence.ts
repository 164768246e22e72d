import { type Account, timeZoneOf, type User } from '@countersign/identity';
import type { EvidenceRequest } from '@countersign/toolkit';
import type { AuditDetails, AuditType, ChainedEntry } from '../audit/audit-entry.ts';
import type { SigningDeps } from '../deps.ts';
import type { StoredFile } from '../files/file.ts';
import { type ProofFact, partsOf, type Signature, type UploadedAttachment } from '../methods/methods.ts';
import { DELIVERY_FAILURES, MESSAGE_CHANNELS, type MessageChannel } from '../notifications/channels.ts';
import { findSender } from '../notifications/messages.ts';
import { maskEmailAddress, maskPhoneNumber } from '../personal-data.ts';
import type { ReadStores } from '../ports/database.ts';
import { findDifferingNames } from '../proofs/same-name.ts';
import type { DocumentState, Signee } from './document.ts';
import { detailsOf, namesOfSignees } from './events.ts';
import {
  type AttachmentEvidence,
  type EvidenceEvent,
  type EvidenceFacts,
  type FilledField,
  type ProofEvidence,
  RECORD_FILE_NAME,
  type SenderEvidence,
  SHOWN_TYPES,
  type SigneeEvidence,
  type TrailEvidence,
} from './evidence-facts.ts';
import { labelOf, listOf } from './field-entries.ts';
import { findOwners } from './field-owners.ts';
import { attachmentNames } from './file-name.ts';
import { linkChannelOf } from './recipient-links.ts';
import { levelOf, lowestLevel } from './signed-content.ts';
import { countMarks } from './signee-boxes.ts';
import { listCorrectedFields } from './signee-fields.ts';

/** The version of the JSON's members. */
const RECORD_VERSION = 1;

export async function describeEvidence(
  { database, messages, settings, urls, encodeQrCode }: SigningDeps,
  document: DocumentState,
  trail: readonly ChainedEntry[],
  sealedAt: Date,
): Promise<EvidenceRequest> {
  const { user: sender, account } = await findSender(database.read, document);
  const facts = collectFacts(
    document,
    {
      file: await database.read.files.find(document.fileId),
      sender,
      account,
      creator: await findCreator(database.read, trail, sender),
      timeZone: timeZoneOf(account),
      trail,
    },
    { sealedAt, masksContacts: settings.masksContacts, verificationUrl: urls.verification },
  );
  const description = messages.evidenceDescription(document.language);
  const report = messages.evidence(document.language, facts, RECORD_FILE_NAME);
  const modules = (await encodeQrCode?.(urls.verification)) ?? [];
  return {
    report: { ...report, check: report.check && { ...report.check, modules } },
    record: { fileName: RECORD_FILE_NAME, description, facts: { version: RECORD_VERSION, ...facts } },
  };
}

async function findCreator(
  { accounts }: Pick<ReadStores, 'accounts'>,
  trail: readonly ChainedEntry[],
  sender: User | null,
): Promise<User | null> {
  const creatorId = trail.find(({ type }) => type === 'document.created')?.userId ?? null;
  if (creatorId === null) return null;
  return creatorId === sender?.userId ? sender : accounts.findUser(creatorId);
}

interface KnownOfDocument {
  readonly file: StoredFile | null;
  readonly sender: User | null;
  readonly account: Account | null;
  /** It is null if a visitor of a public link made the document. */
  readonly creator: User | null;
  readonly timeZone: string;
  readonly trail: readonly ChainedEntry[];
}

/** Contacts are masked on request. */
function collectFacts(
  document: DocumentState,
  known: KnownOfDocument,
  {
    sealedAt,
    masksContacts,
    verificationUrl,
  }: { readonly sealedAt: Date; readonly masksContacts: boolean; readonly verificationUrl: string },
): EvidenceFacts {
  const { documentId, serviceTransactionId, name, language } = document;
  const signees = document.signees.map(requireSigned);
  const { file, timeZone } = known;
  const email = (address: string) => (masksContacts ? maskEmailAddress(address) : address);
  const phone = (number: string) => (masksContacts ? maskPhoneNumber(number) : number);
  const mask: Mask = { email, phone };
  return {
    documentId,
    serviceTransactionId,
    verificationUrl,
    name,
    language,
    file: file && { name: file.originalName, size: file.size, sha256: file.sha256 },
    sender: describeSender(document, known, mask),
    timeZone,
    signatureLevel: lowestLevel(signees.map(({ signature }) => levelOf(signature))),
    signees: signees.map((signee) => ({
      ...describeSignee(document, signee),
      correctedFields: listCorrectedFields(document, signee).map(labelOf),
      proofs: (signee.signature.proofs ?? [])
        .map((proof) => describeProof(proof, mask))
        .sort((a, b) => a.succeededAt.getTime() - b.succeededAt.getTime()),
      emailAddress: signee.emailAddress && email(signee.emailAddress),
      phoneNumber: signee.phoneNumber && phone(signee.phoneNumber),
    })),
    copies: (document.copies ?? []).map(({ fullName = '', emailAddress }) => ({
      fullName: fullName || null,
      emailAddress: email(emailAddress),
    })),
    attachments: listAttachments(signees).map(describeAttachment),
    events: listEvents(document, known, mask, sealedAt),
    trail: describeTrail(known.trail),
  };
}

type SignedSignee = Signee & { readonly signature: Signature };

function requireSigned({ signature, ...signee }: Signee): SignedSignee {
  if (signature === null) throw new TypeError(`signee ${signee.signeeId} has not signed`);
  return { ...signee, signature };
}

interface Mask {
  readonly email: (address: string) => string;
  readonly phone: (number: string) => string;
}

function describeSender(
  { fields }: DocumentState,
  { sender, account }: Pick<KnownOfDocument, 'sender' | 'account'>,
  mask: Mask,
): SenderEvidence {
  return {
    fullName: sender?.fullName ?? null,
    emailAddress: sender && mask.email(sender.emailAddress),
    organisation: account?.name ?? null,
    filledIn: fields.filter(({ value }) => listOf(value).length > 0).map(({ name }) => labelOf(name)),
  };
}

const CONTACTS = { emailAddress: 'email', phoneNumber: 'phone' } as const;

function describeProof(proof: ProofFact, mask: Mask): ProofEvidence {
  const facts = Object.entries(proof.facts).map(([name, fact]) => {
    const kind = name === 'emailAddress' || name === 'phoneNumber' ? CONTACTS[name] : null;
    return [name, kind === null ? fact : mask[kind](fact)] as const;
  });
  return { ...proof, field: proof.field && labelOf(proof.field), facts: Object.fromEntries(facts) };
}

function describeAttachment({ name, attachment, signee }: NamedAttachment): AttachmentEvidence {
  const { mimeType, size, sha256, uploadedAt } = attachment;
  return { name, mimeType, size, sha256, uploadedBy: signee.fullName, uploadedAt };
}

export interface NamedAttachment {
  readonly name: string;
  readonly attachment: UploadedAttachment;
  readonly signee: Signee;
}

/** Lists attachments by signee, in their order. */
export function listAttachments(signees: readonly Signee[]): readonly NamedAttachment[] {
  const uploaded = signees.flatMap((signee) =>
    (signee.signature?.attachments ?? []).map((attachment) => ({ attachment, signee })),
  );
  const given = uploaded.map(({ attachment }) => attachment.name);
  const names = attachmentNames(given, [RECORD_FILE_NAME]);
  return uploaded.map((one, index) => ({ ...one, name: names[index] ?? '' }));
}

function describeTrail(entries: readonly ChainedEntry[]): TrailEvidence {
  const head = entries.at(-1);
  if (head === undefined) throw new TypeError('a document without an audit trail');
  return { sequence: head.sequence, hash: head.hash, entries };
}

function describeSignee(
  document: DocumentState,
  signee: SignedSignee,
): Omit<SigneeEvidence, 'emailAddress' | 'phoneNumber' | 'correctedFields' | 'proofs'> {
  const { signature } = signee;
  const { ink, identification, scan } = partsOf(signature);
  return {
    signeeId: signee.signeeId,
    fullName: signee.fullName,
    signatureType: signee.signatureType,
    signatureLevel: levelOf(signature),
    linkChannel: linkChannelOf(document, signee),
    verification: signature.verification ?? null,
    ink: ink?.kind ?? null,
    marks: countMarks(document, signee),
    identification,
    differingNames: findDifferingNames(signee.fullName, signature),
    idScannedAt: scan?.scannedAt ?? findScan(signature)?.succeededAt ?? null,
    invitedAt: signee.invitedAt,
    openedAt: signee.openedAt,
    signedAt: signature.signedAt,
    timeZone: signature.timeZone,
    consent: signature.consent,
    shown: signature.shown,
    values: signature.values.map(({ name, value }) => ({ name, value: listOf(value) })),
    filledIn: listFilledFields(document, signature),
    ipAddress: signature.ipAddress,
    userAgent: signature.userAgent,
  };
}

/** Finds the scan of a face check or of a form field. */
function findScan({ proofs }: Signature): ProofFact | undefined {
  return proofs?.find(({ kind }) => kind === 'id_scan');
}

function listFilledFields(
  { signees }: DocumentState,
  { values, enteredFields }: Signature,
): readonly FilledField[] {
  const checked = new Set(
    signees.flatMap(({ operatedTriggers }) =>
      operatedTriggers.flatMap((trigger) => trigger.values.map(({ name }) => name)),
    ),
  );
  const byWhom = (name: string): FilledField['by'] => {
    if (enteredFields.includes(name)) return 'signee';
    return checked.has(name) ? 'check' : 'service';
  };
  const owners = findOwners({ signees });
  return values
    .filter(({ value }) => listOf(value).length > 0)
    .map(({ name }) => ({ label: owners.get(name)?.label || labelOf(name), by: byWhom(name) }));
}

function listEvents(
  { signees }: DocumentState,
  { creator, trail }: KnownOfDocument,
  mask: Mask,
  sealedAt: Date,
): EvidenceEvent[] {
  const names = namesOfSignees({ signees }, trail);
  const shown = trail.flatMap((entry): EvidenceEvent[] => {
    if (!isShown(entry.type)) return [];
    const { signeeId, ...details } = detailsOf(entry);
    const signee = signees.find((one) => one.signeeId === signeeId);
    const who = entry.type === 'document.created' ? creator?.fullName : names.get(String(signeeId));
    const event = { at: entry.date, type: SHOWN_TYPES[entry.type], who: who ?? null };
    return [{ ...event, ...describeMessage(details, signee, mask), ...describeOrigin(details) }];
  });
  const sealed: EvidenceEvent = { at: sealedAt, type: 'sealed', who: null };
  // A stable sort keeps the order of equal times.
  return [...shown, sealed].sort((a, b) => a.at.getTime() - b.at.getTime());
}

function isShown(type: AuditType): type is keyof typeof SHOWN_TYPES {
  return Object.hasOwn(SHOWN_TYPES, type);
}

/** A signee whose contact details were corrected has another id since. */
function describeMessage(
  { channel, channels, failure }: AuditDetails,
  signee: Signee | undefined,
  mask: Mask,
): Pick<EvidenceEvent, 'contacts' | 'failure'> {
  const named = MESSAGE_CHANNELS.filter((one) =>
    Array.isArray(channels) ? channels.includes(one) : channel === one,
  );
  if (named.length === 0) return {};
  const addressOf = (one: MessageChannel) => {
    if (one === 'email') return signee?.emailAddress ? mask.email(signee.emailAddress) : null;
    return signee?.phoneNumber ? mask.phone(signee.phoneNumber) : null;
  };
  const reason = DELIVERY_FAILURES.find((one) => one === failure);
  return {
    contacts: named.map((one) => ({ channel: one, address: addressOf(one) })),
    failure: reason,
  };
}

function describeOrigin({
  ipAddress,
  userAgent,
}: AuditDetails): Pick<EvidenceEvent, 'ipAddress' | 'userAgent'> {
  return typeof ipAddress === 'string' && typeof userAgent === 'string' ? { ipAddress, userAgent } : {};
}
