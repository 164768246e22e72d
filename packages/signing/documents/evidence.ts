import { parseFieldName } from '@countersign/forms/attributes';
import { type Account, findTimeZone, type Language, type User } from '@countersign/identity';
import type { AuditDetails, AuditType, ChainedEntry, ChainHead } from '../audit/audit-entry.ts';
import type { StoredFile } from '../files/file.ts';
import type { SignatureLevel } from '../methods/define-method.ts';
import type { SignatureType } from '../methods/methods.ts';
import type { Identification, Ink } from '../methods/parts.ts';
import {
  type Consent,
  type ProofFact,
  partsOf,
  type ShownContent,
  type Signature,
  type UploadedAttachment,
} from '../methods/signature.ts';
import {
  DELIVERY_FAILURES,
  type DeliveryFailure,
  MESSAGE_CHANNELS,
  type MessageChannel,
} from '../ports/notifier.ts';
import type { EvidenceRequest, FieldValue } from '../ports/pdf-toolkit.ts';
import type { SigningDeps } from '../signing.ts';
import { attachmentNames } from './attachment-names.ts';
import { findDifferingNames } from './differing-names.ts';
import type { DocumentState, Signee } from './document.ts';
import { listOf } from './field-entries.ts';
import { type LinkChannel, linkChannelOf } from './link-channel.ts';
import { detailsOf, namesOfSignees } from './list-events.ts';
import { maskEmailAddress, maskPhoneNumber } from './mask-contact.ts';
import { documentSignatureLevel, signatureLevelOf } from './signature-level.ts';
import { listCorrectedFields } from './signee-fields.ts';

/** For people (`messages.evidence`) and programs (JSON). */
export interface EvidenceFacts {
  readonly documentId: string;
  readonly serviceTransactionId: string;
  readonly verificationUrl: string;
  readonly name: string;
  readonly language: Language;
  /** As uploaded; null if deleted. */
  readonly file: { readonly name: string; readonly size: number; readonly sha256: string } | null;
  readonly sender: SenderEvidence;
  /** Of the account, and of the dates that the service filled in. */
  readonly timeZone: string;
  /** AES if all signatures are; null until all have signed. */
  readonly signatureLevel: SignatureLevel | null;
  readonly signees: readonly SigneeEvidence[];
  /** Embedded in the file. */
  readonly attachments: readonly AttachmentEvidence[];
  /** Oldest first. */
  readonly events: readonly EvidenceEvent[];
  /** Null for documents older than the audit trail. */
  readonly trail: TrailEvidence | null;
}

interface SenderEvidence {
  /** Null if the user was removed. */
  readonly fullName: string | null;
  readonly emailAddress: string | null;
  /** Null if the account was removed. */
  readonly organisation: string | null;
  /** Labels of the fields that had values when the document was sent. */
  readonly filledIn: readonly string[];
}

/** Up to the seal: the entries prove the head, the head proves the stored trail (docs/decisions/0006). */
export interface TrailEvidence extends ChainHead {
  readonly entries: readonly ChainedEntry[];
}

export interface SigneeEvidence {
  readonly fullName: string;
  readonly emailAddress: string | null;
  readonly phoneNumber: string | null;
  readonly signatureType: SignatureType;
  readonly signatureLevel: SignatureLevel | null;
  readonly linkChannel: LinkChannel;
  /** Null if the link needed no code. */
  readonly verification: NonNullable<Signature['verification']> | null;
  readonly ink: Ink['kind'] | null;
  /** The personal number is masked. */
  readonly identification: Identification | null;
  /** From documents and e-IDs, where they are not `fullName` [D12-05]. */
  readonly differingNames: ReturnType<typeof findDifferingNames>;
  readonly idScannedAt: Date | null;
  /** Contact details are masked on request. */
  /** Oldest success first. */
  readonly proofs: readonly ProofEvidence[];
  readonly invitedAt: Date | null;
  readonly openedAt: Date | null;
  /** Consent is given in the act of signing. */
  readonly signedAt: Date | null;
  /** Of the dates that were filled in; null for signatures from before it was stored. */
  readonly timeZone: string | null;
  /** As shown; null for signatures from before it was stored. */
  readonly consent: Consent | null;
  /** [D12-04] Null for signatures from before it was stored. */
  readonly shown: ShownContent | null;
  /** As hashed in `shown`. */
  readonly values: readonly FieldValue[];
  readonly filledIn: readonly FilledField[];
  /** Labels of fields that the signee changed after a check filled them in. */
  readonly correctedFields: readonly string[];
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

interface FilledField {
  readonly label: string;
  /** `service`: a name or date; null for signatures from before it was stored. */
  readonly by: 'signee' | 'check' | 'service' | null;
}

/** `field` is a label; null for a proof that the method needed. */
export type ProofEvidence = ProofFact;

interface AttachmentEvidence {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly uploadedBy: string;
  readonly uploadedAt: Date;
}

export interface EvidenceEvent {
  readonly at: Date;
  readonly type: (typeof SHOWN_TYPES)[keyof typeof SHOWN_TYPES] | 'sealed';
  /** Null: the service itself, or a removed user. */
  readonly who: string | null;
  /** Of a message; the address is null if it was replaced since. */
  readonly contacts?: readonly { readonly channel: MessageChannel; readonly address: string | null }[];
  readonly failure?: DeliveryFailure;
  readonly ipAddress?: string;
  readonly userAgent?: string;
}

/** Attached to every sealed file. */
export const RECORD_FILE_NAME = 'evidence.json';
/** Of the JSON's members. */
const RECORD_VERSION = 9;
const SHOWN_TYPES = {
  'document.created': 'created',
  'document.prepared': 'prepared',
  'document.invited': 'invited',
  'document.links_created': 'links_created',
  'document.reminded': 'reminded',
  'document.contact_changed': 'contact_changed',
  'document.message_delivered': 'delivered',
  'document.message_failed': 'not_delivered',
  'document.opened': 'opened',
  'document.opened_again': 'opened',
  'document.signed': 'signed',
} as const satisfies Partial<Record<AuditType, string>>;

export async function describeEvidence(
  { database, messages, settings, urls }: SigningDeps,
  document: DocumentState,
  sealedAt: Date,
): Promise<EvidenceRequest> {
  const { files, accounts, audit } = database.read;
  const { documentId } = document;
  const trail = await audit.listFor({ kind: 'document', id: documentId });
  const creatorId = trail.find(({ type }) => type === 'document.created')?.userId ?? null;
  const facts = collectFacts(
    document,
    {
      file: await files.find(document.fileId),
      sender: await accounts.findUser(document.userId),
      account: await accounts.findAccount(document.accountId),
      creator: creatorId === null ? null : await accounts.findUser(creatorId),
      timeZone: await findTimeZone(database.read, document.accountId),
      trail,
    },
    { sealedAt, masksContacts: settings.masksContacts, verificationUrl: urls.verification },
  );
  const description = messages.evidenceDescription(document.language);
  return {
    report: messages.evidence(document.language, facts, RECORD_FILE_NAME),
    record: { fileName: RECORD_FILE_NAME, description, facts: { version: RECORD_VERSION, ...facts } },
  };
}

interface KnownOfDocument {
  readonly file: StoredFile | null;
  readonly sender: User | null;
  readonly account: Account | null;
  /** Null if a visitor of a public link made the document. */
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
  const { documentId, serviceTransactionId, name, language, signees } = document;
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
    signatureLevel: documentSignatureLevel(signees),
    signees: signees.map((signee) => ({
      ...describeSignee(document, signee),
      correctedFields: listCorrectedFields(document, signee).map(labelOf),
      proofs: (signee.signature?.proofs ?? [])
        .map((proof) => describeProof(proof, mask))
        .sort((a, b) => a.succeededAt.getTime() - b.succeededAt.getTime()),
      emailAddress: signee.emailAddress && email(signee.emailAddress),
      phoneNumber: signee.phoneNumber && phone(signee.phoneNumber),
    })),
    attachments: listAttachments(signees).map(describeAttachment),
    events: listEvents(document, known, mask, sealedAt),
    trail: describeTrail(known.trail),
  };
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

/** By signee and in their order. */
export function listAttachments(signees: readonly Signee[]): readonly NamedAttachment[] {
  const uploaded = signees.flatMap((signee) =>
    (signee.signature?.attachments ?? []).map((attachment) => ({ attachment, signee })),
  );
  const given = uploaded.map(({ attachment }) => attachment.name);
  const names = attachmentNames(given, [RECORD_FILE_NAME]);
  return uploaded.map((one, index) => ({ ...one, name: names[index] ?? '' }));
}

function labelOf(fieldName: string): string {
  return parseFieldName(fieldName).label.trim() || fieldName;
}

function describeTrail(entries: readonly ChainedEntry[]): TrailEvidence | null {
  const head = entries.at(-1);
  return head === undefined ? null : { sequence: head.sequence, hash: head.hash, entries };
}

function describeSignee(
  document: DocumentState,
  { signature, ...signee }: Signee,
): Omit<SigneeEvidence, 'emailAddress' | 'phoneNumber' | 'correctedFields' | 'proofs'> {
  const parts = signature && partsOf(signature);
  return {
    fullName: signee.fullName,
    signatureType: signee.signatureType,
    signatureLevel: signatureLevelOf({ signature }),
    linkChannel: linkChannelOf(document, { ...signee, signature }),
    verification: signature?.verification ?? null,
    ink: parts?.ink?.kind ?? null,
    identification: parts?.identification ?? null,
    differingNames: signature === null ? [] : findDifferingNames(signee.fullName, signature),
    idScannedAt: parts?.scan?.scannedAt ?? findScan(signature)?.succeededAt ?? null,
    invitedAt: signee.invitedAt,
    openedAt: signee.openedAt,
    signedAt: signature?.signedAt ?? null,
    timeZone: signature?.timeZone ?? null,
    consent: signature?.consent ?? null,
    shown: signature?.shown ?? null,
    values: (signature?.values ?? []).map(({ name, value }) => ({ name, value: listOf(value) })),
    filledIn: signature === null ? [] : listFilledFields(document, signature),
    ipAddress: signature?.ipAddress ?? null,
    userAgent: signature?.userAgent ?? null,
  };
}

/** Of a check of the face, or for a field. */
function findScan(signature: Signature | null): ProofFact | undefined {
  return signature?.proofs?.find(({ kind }) => kind === 'id_scan');
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
    if (enteredFields === undefined) return null;
    if (enteredFields.includes(name)) return 'signee';
    return checked.has(name) ? 'check' : 'service';
  };
  return values
    .filter(({ value }) => listOf(value).length > 0)
    .map(({ name }) => ({ label: labelOf(name), by: byWhom(name) }));
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
    ...(reason && { failure: reason }),
  };
}

function describeOrigin({
  ipAddress,
  userAgent,
}: AuditDetails): Pick<EvidenceEvent, 'ipAddress' | 'userAgent'> {
  return typeof ipAddress === 'string' && typeof userAgent === 'string' ? { ipAddress, userAgent } : {};
}
