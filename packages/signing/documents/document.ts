import type { Immutable } from '@countersign/base';
import { BOX_TYPES } from '@countersign/seal/layout';
import type { FormField } from '@countersign/toolkit';
import { z } from 'zod';
import { storedReading } from '../assistant/assistant.ts';
import { storedBox } from '../configuration/configuration.ts';
import { storedFurtherBox } from '../configuration/further-boxes.ts';
import { storedPayment } from '../configuration/members.ts';
import { storedFormField } from '../configuration/placed-fields.ts';
import { SIGNATURE_PLACEMENTS } from '../configuration/signee.ts';
import { storedConfiguration } from '../configuration/stored-configuration.ts';
import { storedTextTags } from '../configuration/text-tags.ts';
import { SIGNATURE_TYPES, signature } from '../methods/methods.ts';
import { fieldValue, proofFact } from '../methods/signature-parts.ts';
import { DELIVERY_FAILURES, MESSAGE_CHANNELS } from '../notifications/channels.ts';

/** Stored with the document, so that lists need not read whole documents. */
export interface DocumentProgress {
  readonly signees: number;
  readonly signed: number;
  /** Those who may sign now. Addresses are in lower case. */
  readonly next: readonly { readonly fullName: string; readonly emailAddress: string | null }[];
  /** The first of them in signing order, at most `MAX_LISTED_PEOPLE`. */
  readonly people: readonly ListedPerson[];
  /** ISO 8601. The last moment to sign of an open document; null: nothing can be signed. */
  readonly signBy: string | null;
  /** ISO 8601. When it was completed, declined or withdrawn. */
  readonly endedAt: string | null;
  readonly isDeclined?: true;
  readonly isExpired?: true;
}

export const PERSON_STATES = ['signed', 'waiting', 'declined', 'unreached'] as const;

export interface ListedPerson {
  /** The name, otherwise the contact. */
  readonly name: string;
  /** `unreached`: the last message could not be delivered. */
  readonly state: (typeof PERSON_STATES)[number];
}

/** The groups are not in the specification. */
export const DOCUMENT_GROUPS = ['waiting_for_me', 'waiting_for_others', 'done', 'ended'] as const;
export type DocumentGroup = (typeof DOCUMENT_GROUPS)[number];
/**
 * Words without three letters or digits after each other are in no index, and are looked for in as many of the newest
 * documents that are shared and as many of the user's own.
 */
export const MAX_SCANNED_BY_SEARCH = 1_000;

export type GroupCounts = Readonly<Record<DocumentGroup, number>>;

export interface GroupViewer {
  readonly userId: string;
  /** The address is in lower case. */
  readonly emailAddress: string;
}

export const DOCUMENT_STATUSES = [
  'created',
  'processing',
  'error',
  'awaiting_signatures',
  'completed',
  'revoked',
  'deleted',
] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

const sentReminders = z.object({
  count: z.number(),
  /** The times are oldest first, as many as the limit needs. */
  recent: z.array(z.date()),
});
export type SentReminders = Immutable<z.infer<typeof sentReminders>>;

const contactUpdates = z.object({
  /** A pause follows the last one that is allowed. */
  count: z.number(),
  lastAt: z.date(),
});
export type ContactUpdates = Immutable<z.infer<typeof contactUpdates>>;

/** An ID scan or one-time code, and what it filled in. */
const operatedTrigger = z.object({
  field: z.string(),
  operatedAt: z.date(),
  values: z.array(fieldValue),
});

export type OperatedTrigger = Immutable<z.infer<typeof operatedTrigger>>;

/** It may be stored: only the sealing attempt knows its level and failures. */
const sealing = z.object({
  sha256: z.string(),
  size: z.number(),
  seal: z.object({
    level: z.string(),
    timestamp: z.object({ authority: z.string(), time: z.string() }).nullable(),
    /** These failed before, in order. */
    failures: z.array(z.object({ authority: z.string(), reason: z.string() })),
  }),
});
export type Sealing = Immutable<z.infer<typeof sealing>>;

/** [D12-02] Everybody has signed, and it is not sealed yet. */
const sealingDelay = z.object({
  since: z.date(),
  /** The code of the last failure. */
  reason: z.string(),
  /** The number of failures so far. */
  attempts: z.number(),
  nextAttemptAt: z.date(),
  /** The last notice to owner and operator. Absent: none yet. */
  toldAt: z.date().optional(),
});
export type SealingDelay = Immutable<z.infer<typeof sealingDelay>>;

const delivery = z.object({
  channel: z.enum(MESSAGE_CHANNELS),
  /** It is null if the message was delivered. */
  failure: z.enum(DELIVERY_FAILURES).nullable(),
  at: z.date(),
});

/** Opening it takes a one-time code over that channel. */
const recipientLink = z.object({
  channel: z.enum(MESSAGE_CHANNELS),
  token: z.string(),
  tokenHash: z.string(),
});
export type RecipientLink = Immutable<z.infer<typeof recipientLink>>;

const signee = z.object({
  signeeId: z.string(),
  fullName: z.string(),
  /** The name under the box on a new page; absent if it is `fullName`. */
  printedName: z.string().optional(),
  emailAddress: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  /** It is absent if messages to the number are SMS. */
  phoneNumberDeliveryMethod: z.literal('whatsapp').optional(),
  signatureType: z.enum(SIGNATURE_TYPES),
  signaturePlacement: z.enum(SIGNATURE_PLACEMENTS),
  signatureBox: storedBox.nullable(),
  idScanBox: storedBox.optional(),
  formFields: z.array(storedFormField).optional(),
  furtherBoxes: z.array(storedFurtherBox).optional(),
  /** They outlive their session: payments. */
  keptProofs: z.array(proofFact).optional(),
  payment: storedPayment.optional(),
  signingOrder: z.number(),
  disableInvitationMessage: z.boolean(),
  /** If it is absent, a difference is reported [D12-05]. */
  requireMatchingName: z.literal(true).optional(),
  /** SHA-256 (hex) of the link's token. */
  tokenHash: z.string(),
  /** Needed for invitations and recipient-links. Encrypted at rest. */
  token: z.string(),
  recipientLinks: z.array(recipientLink).optional(),
  invitedAt: z.date().nullable(),
  openedAt: z.date().nullable(),
  /** Addresses, each once. Absent: none is known. */
  openedFrom: z.array(z.string()).optional(),
  /** There is at most one for each channel. */
  deliveries: z.array(delivery).optional(),
  reminders: sentReminders.optional(),
  /** When the last one was due. Absent: none was sent to these contact details. */
  automaticReminderAt: z.date().optional(),
  contactUpdates: contactUpdates.optional(),
  /** The triggers are in the order of their use, before the signature. */
  operatedTriggers: z.array(operatedTrigger),
  signature: signature.nullable(),
});
export type Signee = Immutable<z.infer<typeof signee>>;

/** The position of a box in the prepared PDF, in displayed points. Further boxes follow from the signees. */
const placedBox = z.object({
  id: z.string(),
  type: z.enum(BOX_TYPES),
  label: z.string().optional(),
  page: z.number(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});

/** The link as it was then. */
const publicLinkOrigin = z.object({
  linkId: z.string(),
  disablePrinting: z.boolean(),
  /** The labels of the signees, in their order. */
  labels: z.array(z.string()),
  /** It is false until the visitor enters the code: until then nothing is prepared and no event is sent. */
  isStarted: z.boolean(),
  /** The contacts are written in one form, so that they can be compared. */
  contacts: z.array(z.string()),
});

/** Stored as one row. */
export const documentState = z.object({
  ...storedConfiguration.shape,
  documentId: z.string(),
  accountId: z.string(),
  userId: z.string(),
  fileId: z.string(),
  /** The number of pages of the file, before pages are added for signatures. */
  filePages: z.number(),
  templateId: z.string().optional(),
  status: z.enum(DOCUMENT_STATUSES),
  signees: z.array(signee),
  /** It is absent if the sender did not ask for them. */
  textTags: storedTextTags.optional(),
  /** Set by the prepare job. */
  preparedBlobId: z.string().nullable(),
  /** SHA-256 (hex), set together with `preparedBlobId`. */
  preparedSha256: z.string().nullable(),
  boxes: z.array(placedBox),
  /** It is absent without the assistant. */
  reading: storedReading.optional(),
  /** Proofs that `keptProofs` has, or that were reported as unused. */
  settledProofs: z.array(z.string()).optional(),
  /** Reported once; the payment may still come. */
  unconfirmedProofs: z.array(z.string()).optional(),
  /** Set together with status completed. */
  sealedBlobId: z.string().nullable(),
  sealedSha256: z.string().nullable(),
  /** Each attempt has one, which is recorded before its file is stored. */
  sealings: z.array(sealing),
  /** It is absent if the document is sealed, not to be sealed yet, or being sealed for the first time. */
  sealingDelay: sealingDelay.optional(),
  serviceTransactionId: z.string(),
  publicLink: publicLinkOrigin.optional(),
  errorMessage: z.string().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  completedAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
  declined: z.object({ signeeId: z.string(), reason: z.string(), declinedAt: z.date() }).optional(),
  expiryDate: z.date(),
});
export type DocumentState = Immutable<z.infer<typeof documentState>>;

export interface DocumentSummary
  extends Pick<DocumentState, 'documentId' | 'name' | 'createdAt' | 'status' | 'userId'> {
  readonly progress: DocumentProgress;
  readonly labels: readonly string[];
}

export function replaceSignee(
  document: DocumentState,
  signeeId: string,
  changes: Partial<DocumentState['signees'][number]>,
): DocumentState['signees'] {
  return document.signees.map((signee) =>
    signee.signeeId === signeeId ? { ...signee, ...changes } : signee,
  );
}

/** Stored with the document, so that opening and polling need no PDF work. */
export interface PreparedView {
  /** Passwords are concealed. */
  readonly fields: readonly FormField[];
  readonly pages: number;
}

/** A visitor of a public link signs every slot in turn [D6-30]. */
export function signeeAtLink(document: DocumentState, signee: Signee): Signee {
  if (document.publicLink === undefined) return signee;
  return document.signees.find(({ signature }) => signature === null) ?? document.signees.at(-1) ?? signee;
}

/** Lists one signee for each person. */
export function listPeople({
  publicLink,
  signees,
}: Pick<DocumentState, 'publicLink' | 'signees'>): readonly Signee[] {
  return publicLink === undefined ? signees : signees.slice(0, 1);
}

/** The registration of a visitor who has not entered the code. */
export function isUnstarted({ publicLink }: DocumentState): boolean {
  return publicLink !== undefined && !publicLink.isStarted;
}

/** Numbers start at 1. Absent if the document was not made from a public link. */
export function describeSlot({ publicLink, signees }: DocumentState, { signeeId }: Signee) {
  if (publicLink === undefined) return {};
  const index = signees.findIndex((signee) => signee.signeeId === signeeId);
  const slot = { number: index + 1, count: signees.length, label: publicLink.labels[index] ?? '' };
  return { slot, disablePrinting: publicLink.disablePrinting };
}
