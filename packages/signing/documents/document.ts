import { z } from 'zod';
import { storedBox } from '../configuration/boxes.ts';
import { SIGNATURE_PLACEMENTS } from '../configuration/signee.ts';
import { storedConfiguration } from '../configuration/stored-configuration.ts';
import type { Immutable } from '../immutable.ts';
import { SIGNATURE_TYPES } from '../methods/methods.ts';
import { signature } from '../methods/signature.ts';
import { fieldValue } from '../methods/signature-facts.ts';
import { DELIVERY_FAILURES, MESSAGE_CHANNELS } from '../ports/notifier.ts';

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
  /** The last ones, oldest first: as many as the limit looks at. */
  recent: z.array(z.date()),
});
export type SentReminders = Immutable<z.infer<typeof sentReminders>>;

const contactUpdates = z.object({
  /** Since the last pause; a pause follows the last one that is allowed. */
  count: z.number(),
  lastAt: z.date(),
});
export type ContactUpdates = Immutable<z.infer<typeof contactUpdates>>;

/** A trigger that a signee operated (an ID scan, a one-time code), and what it filled in. */
const operatedTrigger = z.object({
  /** Name of the trigger's field. */
  field: z.string(),
  operatedAt: z.date(),
  values: z.array(fieldValue),
});

export type OperatedTrigger = Immutable<z.infer<typeof operatedTrigger>>;

/** A sealed file that was written, and may be the one in the store: only who sealed it knows how its seal came about. */
const sealing = z.object({
  sha256: z.string(),
  /** Bytes. */
  size: z.number(),
  seal: z.object({
    /** PAdES baseline level that was reached. */
    level: z.string(),
    timestamp: z.object({ authority: z.string(), time: z.string() }).nullable(),
    /** Servers that were asked in vain before, in order. */
    failures: z.array(z.object({ authority: z.string(), reason: z.string() })),
  }),
});
export type Sealing = Immutable<z.infer<typeof sealing>>;

/** How the last message over one channel fared, once a provider or the service knew. */
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
  /** Under the box on a new page, where it is not `fullName`. */
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
  signingOrder: z.number(),
  disableInvitationMessage: z.boolean(),
  /** SHA-256 (hex) of the link's token, for lookup. */
  tokenHash: z.string(),
  /** The token itself: the invitation job and recipient-links need it again. Adapters keep it encrypted at rest. */
  token: z.string(),
  /** Absent: nobody has asked for them. */
  recipientLinks: z.exactOptional(z.array(recipientLink)),
  invitedAt: z.date().nullable(),
  openedAt: z.date().nullable(),
  /** At most one of each channel. Absent: nothing is known. */
  deliveries: z.exactOptional(z.array(delivery)),
  /** Absent: no reminder was sent. */
  reminders: z.exactOptional(sentReminders),
  /** Absent: the contact details are those of the request. */
  contactUpdates: z.exactOptional(contactUpdates),
  /** In the order of operating, before the signature. */
  operatedTriggers: z.array(operatedTrigger),
  signature: signature.nullable(),
});
export type Signee = Immutable<z.infer<typeof signee>>;

/** A box that was placed in the prepared PDF: displayed points. */
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

/** The whole of a document as the rules see it. Adapters store it as one row and index what is looked up. */
export const documentState = z.object({
  ...storedConfiguration.shape,
  documentId: z.string(),
  accountId: z.string(),
  userId: z.string(),
  fileId: z.string(),
  status: z.enum(DOCUMENT_STATUSES),
  signees: z.array(signee),
  /** Set by the prepare job. */
  preparedBlobId: z.string().nullable(),
  boxes: z.array(placedBox),
  /** Set by the complete job, together with status completed. */
  sealedBlobId: z.string().nullable(),
  sealedSha256: z.string().nullable(),
  /** One for each attempt to seal, noted before its file is stored. Empty: none, or sealed before they were kept. */
  sealings: z.array(sealing),
  serviceTransactionId: z.string(),
  errorMessage: z.string().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  completedAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
  /** Absent: nobody declined. */
  declined: z.exactOptional(z.object({ signeeId: z.string(), reason: z.string(), declinedAt: z.date() })),
  expiryDate: z.date(),
});
export type DocumentState = Immutable<z.infer<typeof documentState>>;

export type DocumentSummary = Pick<DocumentState, 'documentId' | 'name' | 'createdAt' | 'status' | 'userId'>;
