import { z } from 'zod';
import { DEFAULT_SIGNATURE_TYPE, SIGNATURE_TYPES } from '../methods/methods.ts';
import { MAX_NAME_LENGTH } from './limits.ts';
import { signatureBox } from './signature-box.ts';
import { emailAddress, line, phoneNumber } from './text.ts';

/** In drafts and templates only; must be replaced before sending. */
const UNDECIDED_SIGNATURE_TYPE = 'not_set';

export const SIGNATURE_PLACEMENTS = ['existing', 'new_page'] as const;
export type SignaturePlacement = (typeof SIGNATURE_PLACEMENTS)[number];
export const DEFAULT_SIGNATURE_PLACEMENT = 'existing';

const DELIVERY_METHODS = ['sms', 'whatsapp'] as const;
export const DEFAULT_DELIVERY_METHOD = 'sms';

/** A signee of a document that is sent. */
export const signee = z.object({
  fullName: line({ min: 0, max: MAX_NAME_LENGTH }).optional(),
  emailAddress: emailAddress.optional(),
  phoneNumber: phoneNumber.optional(),
  phoneNumberDeliveryMethod: z.enum(DELIVERY_METHODS).optional(),
  signatureType: z
    .enum(SIGNATURE_TYPES)
    .optional()
    .meta({ description: `\`${DEFAULT_SIGNATURE_TYPE}\` if not given.` }),
  signaturePlacement: z
    .enum(SIGNATURE_PLACEMENTS)
    .optional()
    .meta({
      description: `\`${DEFAULT_SIGNATURE_PLACEMENT}\` if not given, and then signatureBox is required.`,
    }),
  signatureBox: signatureBox.optional(),
  idScanBox: signatureBox.optional(),
  signingOrder: z
    .number()
    .optional()
    .meta({ description: 'A whole number from 1. Ignored unless enableSigningOrder is true.' }),
  disableInvitationMessage: z.boolean().optional(),
});

/** A signee of a draft. */
export const draftSignee = signee.extend({
  signatureType: z.enum([...SIGNATURE_TYPES, UNDECIDED_SIGNATURE_TYPE]).optional(),
});

/** A role of a template, without contact details [4.4-31]. `fullName` is its label [D6-18]. */
export const templateSignee = draftSignee.omit({
  emailAddress: true,
  phoneNumber: true,
  phoneNumberDeliveryMethod: true,
});

/** A slot of a public link: visitors give their own name and contact details [D6-26]. */
export const linkSlot = signee
  .pick({ signatureType: true, signaturePlacement: true, signatureBox: true, idScanBox: true })
  .extend({ label: line({ min: 0, max: MAX_NAME_LENGTH }).optional() });
