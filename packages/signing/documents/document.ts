import { z } from 'zod';
import { storedBox } from '../configuration/boxes.ts';
import { storedPayment } from '../configuration/payment.ts';
import { SIGNATURE_PLACEMENTS } from '../configuration/signee.ts';
import { storedConfiguration } from '../configuration/stored-configuration.ts';
import type { Immutable } from '../immutable.ts';
import { SIGNATURE_TYPES } from '../methods/methods.ts';
import { signature } from '../methods/signature.ts';
import { fieldValue, proofFact } from '../methods/signature-facts.ts';
import { DELIVERY_FAILURES, MESSAGE_CHANNELS } from '../ports/notifier.ts';
import type { DocumentProgress } from './progress.ts';

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
  /** The latest, oldest first: as many as the limit needs. */
  recent: z.array(z.date()),
});
export type SentReminders = Immutable<z.infer<typeof sentReminders>>;

const contactUpdates = z.object({
  /** Since the last pause; a pause follows the last one that is allowed. */
  count: z.number(),
  lastAt: z.date(),
});
export type ContactUpdates = Immutable<z.infer<typeof contactUpdates>>;

/** A trigger that a signee operated (ID scan, one-time code) and what it filled in. */
const operatedTrigger = z.object({
  /** Name of the trigger's field. */
  field: z.string(),
  operatedAt: z.date(),
  values: z.array(fieldValue),
});

export type OperatedTrigger = Immutable<z.infer<typeof operatedTrigger>>;

/** A sealed file that may be stored: only the sealing attempt knows its level and failures. */
const sealing = z.object({
  sha256: z.string(),
  /** Bytes. */
  size: z.number(),
  seal: z.object({
    /** PAdES baseline level. */
    level: z.string(),
    timestamp: z.object({ authority: z.string(), time: z.string() }).nullable(),
    /** Servers that failed before, in order. */
    failures: z.array(z.object({ authority: z.string(), reason: z.string() })),
  }),
});
export type Sealing = Immutable<z.infer<typeof sealing>>;

/** The outcome of the last message over one channel. */
const delivery = z.object({
  channel: z.enum(MESSAGE_CHANNELS),
  /** Null: delivered. */
  failure: z.enum(DELIVERY_FAILURES).nullable(),
  at: z.date(),
});

/** A link that the sender hands out. Opening it takes a one-time code over that channel. */
const recipientLink = z.object({
  channel: z.enum(MESSAGE_CHANNELS),
  /** As those of a signee. */
  token: z.string(),
  tokenHash: z.string(),
});
export type RecipientLink = Immutable<z.infer<typeof recipientLink>>;

const signee = z.object({
  signeeId: z.string(),
  fullName: z.string(),
  /** On a new page, under the box; absent if it is `fullName`. */
  printedName: z.exactOptional(z.string()),
  emailAddress: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  /** Absent: SMS. */
  phoneNumberDeliveryMethod: z.exactOptional(z.literal('whatsapp')),
  /** The method asked for. */
  signatureType: z.enum(SIGNATURE_TYPES),
  signaturePlacement: z.enum(SIGNATURE_PLACEMENTS),
  signatureBox: storedBox.nullable(),
  /** Absent: no ID scan. */
  idScanBox: z.exactOptional(storedBox),
  /** Proofs that outlive their session: payments. */
  keptProofs: z.exactOptional(z.array(proofFact)),
  /** Absent: the signee pays nothing. */
  payment: z.exactOptional(storedPayment),
  signingOrder: z.number(),
  disableInvitationMessage: z.boolean(),
  /** SHA-256 (hex) of the link's token. */
  tokenHash: z.string(),
  /** The token, needed for invitations and recipient-links. Encrypted at rest. */
  token: z.string(),
  recipientLinks: z.exactOptional(z.array(recipientLink)),
  invitedAt: z.date().nullable(),
  openedAt: z.date().nullable(),
  /** At most one per channel. */
  deliveries: z.exactOptional(z.array(delivery)),
  reminders: z.exactOptional(sentReminders),
  /** The slot of the last automatic reminder: when it was due. Absent: none was sent to these contact details. */
  automaticReminderAt: z.exactOptional(z.date()),
  contactUpdates: z.exactOptional(contactUpdates),
  /** In the order of operating, before the signature. */
  operatedTriggers: z.array(operatedTrigger),
  signature: signature.nullable(),
});
export type Signee = Immutable<z.infer<typeof signee>>;

/** A box in the prepared PDF, in displayed points. */
const placedBox = z.object({
  /** Of the signee. */
  id: z.string(),
  type: z.enum(['signature', 'id_scan']),
  label: z.exactOptional(z.string()),
  page: z.number(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});

/** The public link that a document was made from, as it was then. */
const publicLinkOrigin = z.object({
  linkId: z.string(),
  disablePrinting: z.boolean(),
  /** Of the signees, in their order. */
  labels: z.array(z.string()),
  /** False until the visitor enters the code: until then nothing is prepared and no event is sent. */
  isStarted: z.boolean(),
  /** How the visitor is reached, in one spelling. */
  contacts: z.array(z.string()),
});

/** A document as the rules see it. Stored as one row. */
export const documentState = z.object({
  ...storedConfiguration.shape,
  documentId: z.string(),
  accountId: z.string(),
  userId: z.string(),
  fileId: z.string(),
  /** Absent: it was not made from a template. */
  templateId: z.exactOptional(z.string()),
  status: z.enum(DOCUMENT_STATUSES),
  signees: z.array(signee),
  /** Set by the prepare job. */
  preparedBlobId: z.string().nullable(),
  /** SHA-256 (hex) of the prepared PDF. Absent: prepared by an earlier release. */
  preparedSha256: z.exactOptional(z.string()),
  boxes: z.array(placedBox),
  /** Ids of proofs that `keptProofs` has, or that were reported as unused: each once. Absent: none. */
  settledProofs: z.exactOptional(z.array(z.string())),
  /** Ids of proofs whose payment no bank confirmed in time: reported once. It may still come. Absent: none. */
  unconfirmedProofs: z.exactOptional(z.array(z.string())),
  /** Set together with status completed. */
  sealedBlobId: z.string().nullable(),
  sealedSha256: z.string().nullable(),
  /** One per attempt, recorded before its file is stored. May be empty for older documents. */
  sealings: z.array(sealing),
  serviceTransactionId: z.string(),
  /** Absent: not made from a public link. */
  publicLink: z.exactOptional(publicLinkOrigin),
  errorMessage: z.string().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  completedAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
  declined: z.exactOptional(z.object({ signeeId: z.string(), reason: z.string(), declinedAt: z.date() })),
  expiryDate: z.date(),
});
export type DocumentState = Immutable<z.infer<typeof documentState>>;

export interface DocumentSummary
  extends Pick<DocumentState, 'documentId' | 'name' | 'createdAt' | 'status' | 'userId'> {
  readonly progress: DocumentProgress;
}
