import { parseFieldName } from '@countersign/forms/attributes';
import type { Language, User } from '@countersign/identity';
import type { AuditDetails, AuditType, ChainedEntry, ChainHead } from '../audit/audit-entry.ts';
import type { StoredFile } from '../files/file.ts';
import type { SignatureLevel } from '../methods/define-method.ts';
import type { SignatureType } from '../methods/methods.ts';
import type { Identification, Ink } from '../methods/parts.ts';
import {
  type Consent,
  type ProofFact,
  partsOf,
  type Signature,
  type UploadedAttachment,
} from '../methods/signature.ts';
import type { EvidenceRequest } from '../ports/pdf-toolkit.ts';
import type { SigningDeps } from '../signing.ts';
import { attachmentNames } from './attachment-names.ts';
import type { DocumentState, Signee } from './document.ts';
import { type LinkChannel, linkChannelOf } from './link-channel.ts';
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
  /** Null if the user was removed. */
  readonly sender: { readonly fullName: string; readonly emailAddress: string } | null;
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
  readonly idScannedAt: Date | null;
  /** Contact details are masked on request. */
  readonly proofs: readonly ProofEvidence[];
  readonly invitedAt: Date | null;
  readonly openedAt: Date | null;
  /** Consent is given in the act of signing. */
  readonly signedAt: Date | null;
  /** As shown; null for signatures from before it was stored. */
  readonly consent: Consent | null;
  /** Labels of fields that the signee changed after a check filled them in. */
  readonly correctedFields: readonly string[];
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
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
  readonly type: 'created' | 'prepared' | 'invited' | 'opened' | 'signed' | 'sealed';
  /** Null for `prepared` and `sealed`. */
  readonly who: string | null;
}

/** Attached to every sealed file. */
export const RECORD_FILE_NAME = 'evidence.json';
/** Of the JSON's members. */
const RECORD_VERSION = 7;
const SHOWN_TYPES: Readonly<Partial<Record<AuditType, EvidenceEvent['type']>>> = {
  'document.created': 'created',
  'document.prepared': 'prepared',
  'document.opened': 'opened',
  'document.signed': 'signed',
};

export async function describeEvidence(
  { database, messages, settings, urls }: SigningDeps,
  document: DocumentState,
  sealedAt: Date,
): Promise<EvidenceRequest> {
  const { files, accounts, audit } = database.read;
  const { documentId } = document;
  const facts = collectFacts(
    document,
    {
      file: await files.find(document.fileId),
      sender: await accounts.findUser(document.userId),
      trail: await audit.listFor({ kind: 'document', id: documentId }),
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
  const { file, sender } = known;
  const email = (address: string) => (masksContacts ? maskEmailAddress(address) : address);
  const phone = (number: string) => (masksContacts ? maskPhoneNumber(number) : number);
  return {
    documentId,
    serviceTransactionId,
    verificationUrl,
    name,
    language,
    file: file && { name: file.originalName, size: file.size, sha256: file.sha256 },
    sender: sender && { fullName: sender.fullName, emailAddress: email(sender.emailAddress) },
    signatureLevel: documentSignatureLevel(signees),
    signees: signees.map((signee) => ({
      ...describeSignee(signee),
      correctedFields: listCorrectedFields(document, signee).map(labelOf),
      proofs: (signee.signature?.proofs ?? []).map((proof) => describeProof(proof, { email, phone })),
      emailAddress: signee.emailAddress && email(signee.emailAddress),
      phoneNumber: signee.phoneNumber && phone(signee.phoneNumber),
    })),
    attachments: listAttachments(signees).map(describeAttachment),
    events: listEvents(document, known, sealedAt),
    trail: describeTrail(known.trail),
  };
}

const CONTACTS = { emailAddress: 'email', phoneNumber: 'phone' } as const;

function describeProof(
  proof: ProofFact,
  mask: { readonly email: (address: string) => string; readonly phone: (number: string) => string },
): ProofEvidence {
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

function describeSignee({
  signature,
  ...signee
}: Signee): Omit<SigneeEvidence, 'emailAddress' | 'phoneNumber' | 'correctedFields' | 'proofs'> {
  const parts = signature && partsOf(signature);
  return {
    fullName: signee.fullName,
    signatureType: signee.signatureType,
    signatureLevel: signatureLevelOf({ signature }),
    linkChannel: linkChannelOf({ ...signee, signature }),
    verification: signature?.verification ?? null,
    ink: parts?.ink?.kind ?? null,
    identification: parts?.identification ?? null,
    idScannedAt: parts?.scan?.scannedAt ?? null,
    invitedAt: signee.invitedAt,
    openedAt: signee.openedAt,
    signedAt: signature?.signedAt ?? null,
    consent: signature?.consent ?? null,
    ipAddress: signature?.ipAddress ?? null,
    userAgent: signature?.userAgent ?? null,
  };
}

function listEvents(
  { signees }: DocumentState,
  { sender, trail }: KnownOfDocument,
  sealedAt: Date,
): EvidenceEvent[] {
  const nameOf = (entry: ChainedEntry) => {
    if (entry.type === 'document.prepared') return null;
    const { signeeId }: AuditDetails = JSON.parse(entry.details);
    return signees.find((signee) => signee.signeeId === signeeId)?.fullName ?? sender?.fullName ?? null;
  };
  const shown = trail.flatMap((entry): EvidenceEvent[] => {
    const type = SHOWN_TYPES[entry.type];
    return type === undefined ? [] : [{ at: entry.date, type, who: nameOf(entry) }];
  });
  const invitations = signees.flatMap(({ invitedAt, fullName }): EvidenceEvent[] =>
    invitedAt === null ? [] : [{ at: invitedAt, type: 'invited', who: fullName }],
  );
  const sealed: EvidenceEvent = { at: sealedAt, type: 'sealed', who: null };
  // A stable sort keeps the order of equal times.
  return [...shown, ...invitations, sealed].sort((a, b) => a.at.getTime() - b.at.getTime());
}
