import { MAX_NAME_LENGTH } from '@countersign/base/text';
import { MAX_SCALE, MIN_SCALE } from '@countersign/seal/layout';
import { z } from 'zod';
import { DEFAULT_SIGNATURE_TYPE, SIGNATURE_METHODS, SIGNATURE_TYPES } from '../methods/methods.ts';
import { MAX_COORDINATE, MAX_FORM_FIELDS, MAX_FURTHER_BOXES } from './limits.ts';
import { payment } from './members.ts';
import { formField } from './placed-fields.ts';
import { positionMembers } from './positions.ts';
import { emailAddress, line, phoneNumber } from './text.ts';

/** The scale of a box that states none [2.4-21]. */
export const DEFAULT_SCALE = 1;

/** Optional, because a template may provide them. */
const signatureBox = z
  .object({
    ...positionMembers,
    scale: z
      .number()
      .min(MIN_SCALE)
      .max(MAX_SCALE)
      .optional()
      .meta({ description: `Size of the box; ${DEFAULT_SCALE} if not given.` }),
    // Ignored without a warning [2.4-36] [D4-10].
    formFieldId: z.unknown().optional().meta({ deprecated: true }),
  })
  .meta({ id: 'Box' });

export const FURTHER_BOX_KINDS = ['signature', 'initials'] as const;

/** The page of a box that is on every page of the file. */
export const ALL_PAGES = 'all';

/** [D10-10] */
const furtherBox = signatureBox
  .omit({ formFieldId: true })
  .extend({
    kind: z.enum(FURTHER_BOX_KINDS).meta({
      description: '`initials` only for `digital_ink` and `digital_ink_id_scan`.',
    }),
    page: z
      .union([z.int().min(0).max(MAX_COORDINATE), z.literal(ALL_PAGES)])
      .optional()
      .meta({ description: 'Counted from 0, or `all` for every page of the file.' }),
  })
  .meta({ id: 'FurtherBox' });

/** The sender has to replace it before sending. */
const UNDECIDED_SIGNATURE_TYPE = 'not_set';

export const SIGNATURE_PLACEMENTS = ['existing', 'new_page'] as const;
export type SignaturePlacement = (typeof SIGNATURE_PLACEMENTS)[number];
export const DEFAULT_SIGNATURE_PLACEMENT = 'existing';

const DELIVERY_METHODS = ['sms', 'whatsapp'] as const;
export const DEFAULT_DELIVERY_METHOD = 'sms';

const SIGNATURE_TYPE_HELP = [
  `\`${DEFAULT_SIGNATURE_TYPE}\` if not given.`,
  ...SIGNATURE_METHODS.flatMap(({ type, capability }) =>
    capability === null ? [] : [`\`${type}\` needs the capability \`${capability}\`.`],
  ),
].join(' ');

const signeeMembers = z.object({
  fullName: line({ min: 0, max: MAX_NAME_LENGTH }).optional(),
  emailAddress: emailAddress.optional(),
  phoneNumber: phoneNumber.optional(),
  phoneNumberDeliveryMethod: z
    .enum(DELIVERY_METHODS)
    .optional()
    .meta({
      description: `\`${DEFAULT_DELIVERY_METHOD}\` if not given. \`sms\` needs the capability \`deliverySms\`, \`whatsapp\` \`deliveryWhatsapp\`.`,
    }),
  signatureType: z.enum(SIGNATURE_TYPES).optional().meta({ description: SIGNATURE_TYPE_HELP }),
  signaturePlacement: z
    .enum(SIGNATURE_PLACEMENTS)
    .optional()
    .meta({
      description: `\`${DEFAULT_SIGNATURE_PLACEMENT}\` if not given, and then signatureBox is required.`,
    }),
  signatureBox: signatureBox.optional(),
  idScanBox: signatureBox
    .optional()
    .meta({ description: 'Only for `digital_ink_id_scan`, which requires it.' }),
  formFields: z
    .array(formField)
    .max(MAX_FORM_FIELDS)
    .optional()
    .meta({
      description: `Form fields that are this signee's alone; at most ${MAX_FORM_FIELDS} in a document.`,
    }),
  furtherBoxes: z
    .array(furtherBox)
    .max(MAX_FURTHER_BOXES)
    .optional()
    .meta({
      description: `Further places for the signature of this signee, and those for initials. At most ${MAX_FURTHER_BOXES} in a document.`,
    }),
  payment: payment.optional(),
  signingOrder: z
    .number()
    .optional()
    .meta({ description: 'A whole number from 1. Ignored unless enableSigningOrder is true.' }),
  disableInvitationMessage: z.boolean().optional().meta({
    description: 'Whether no invitation is sent; reminders and other messages are. `false` if not given.',
  }),
  requireMatchingName: z.boolean().optional().meta({
    description:
      'Whether a signature is refused (`name_differs`) if the name on the identity document or e-ID is not that of the signee. `false` if not given: the difference is reported.',
  }),
});

export const signee = signeeMembers.meta({ id: 'SigneeDetails' });

const draftMembers = signeeMembers.extend({
  signatureType: z
    .enum([...SIGNATURE_TYPES, UNDECIDED_SIGNATURE_TYPE])
    .optional()
    .meta({ description: SIGNATURE_TYPE_HELP }),
});

export const draftSignee = draftMembers.meta({ id: 'DraftSignee' });

/** A role has no contact details [4.4-31]; its `fullName` is a label [D6-18]. */
export const templateSignee = draftMembers
  .omit({ emailAddress: true, phoneNumber: true, phoneNumberDeliveryMethod: true })
  .meta({ id: 'TemplateRole' });

/** Visitors give their own name and contact details [D6-26]. */
export const linkSlot = signeeMembers
  .pick({
    signatureType: true,
    signaturePlacement: true,
    signatureBox: true,
    idScanBox: true,
    formFields: true,
    furtherBoxes: true,
    payment: true,
    requireMatchingName: true,
  })
  .extend({ label: line({ min: 0, max: MAX_NAME_LENGTH }).optional() })
  .meta({ id: 'LinkSlot' });
