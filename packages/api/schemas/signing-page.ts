import { LANGUAGES } from '@countersign/base/locale';
import { SIGNATURE_FONTS } from '@countersign/seal/layout';
import {
  CANNOT_SIGN_REASONS,
  DOCUMENT_STATUSES,
  fieldValues,
  MESSAGE_CHANNELS,
  PROOF_KINDS,
  PROOF_STATUSES,
  SIGNATURE_STATUSES,
} from '@countersign/signing';
import { z } from 'zod';
import { displayedBox, formField } from './form-field.ts';
import { errorLanguage, timestamp } from './parts.ts';

const kind = z.enum(PROOF_KINDS.map((definition) => definition.kind));

const details = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string()), fieldValues]),
);

export const proofView = z.object({
  proofId: z.string(),
  kind,
  field: z.string().nullable(),
  status: z.enum(PROOF_STATUSES),
  reason: z.string().nullable(),
  triesLeft: z.int(),
  expiresAt: z.string(),
  phone: z.enum(['invited', 'connected']).nullable(),
  details,
});

const checkView = z.object({
  kind,
  field: z.string().nullable(),
  required: z.boolean(),
  isOffered: z.boolean(),
  introduction: details,
  proofs: z.array(proofView),
});

const placedBox = displayedBox.extend({
  id: z.string(),
  type: z.enum(['signature', 'id_scan']),
  label: z.string().optional(),
});

const signatureStatus = z.enum(SIGNATURE_STATUSES);

export const signingView = z.object({
  documentId: z.string(),
  documentName: z.string(),
  language: z.enum(LANGUAGES),
  senderName: z.string(),
  senderOrganisation: z.string().optional(),
  senderColor: z.string().optional(),
  senderLogoUrl: z.string().optional(),
  personalMessage: z.string(),
  signingDeadline: timestamp.optional(),
  messagesToCome: z.array(z.enum(['your_turn', 'completed'])),
  consentText: z.string(),
  status: z.enum(DOCUMENT_STATUSES),
  signee: z.object({
    signeeId: z.string(),
    fullName: z.string(),
    signatureStatus,
    signedAt: timestamp.optional(),
  }),
  signees: z.array(z.object({ fullName: z.string(), signatureStatus, isSelf: z.boolean() })),
  boxes: z.array(placedBox),
  otherBoxes: z.array(placedBox.extend({ signatureStatus })),
  fields: z.array(formField),
  offers: z.array(z.object({ field: z.string(), value: z.string() })),
  hasInk: z.boolean(),
  checks: z.array(checkView),
  openTriggers: z.array(z.string()),
  pages: z.int(),
  fileVersion: z.string().nullable(),
  canSign: z.boolean(),
  reason: z.enum(CANNOT_SIGN_REASONS).optional(),
  slot: z.object({ number: z.int(), count: z.int(), label: z.string() }).optional(),
  disablePrinting: z.boolean().optional(),
  verification: z
    .object({
      channel: z.enum(MESSAGE_CHANNELS),
      contact: z.string(),
      isCodeSent: z.boolean(),
      cooldownSeconds: z.int(),
    })
    .optional(),
});

export const visitorView = z.object({
  documentName: z.string(),
  language: z.enum(LANGUAGES),
  senderName: z.string(),
  senderLogoUrl: z.string().optional(),
  reason: z.enum(['details_required', 'disabled']),
  channels: z.array(z.enum(MESSAGE_CHANNELS)),
  disablePrinting: z.boolean(),
  isFileShown: z.boolean(),
});

const ink = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('drawn'), png: z.base64() }),
  z.object({ kind: z.literal('picture'), png: z.base64() }),
  z.object({
    kind: z.literal('typed'),
    typedName: z.string().min(1),
    font: z.enum(SIGNATURE_FONTS).default(SIGNATURE_FONTS[0]),
  }),
]);

export const signatureInput = z.object({
  /** The product limits its length. */
  fullName: z.string().optional(),
  ink: ink.optional(),
  values: fieldValues.default([]),
  consent: z.boolean(),
  consentText: z.string().optional(),
  fileVersion: z.string().optional(),
  shownName: z.string().optional(),
  errorLanguage,
});
