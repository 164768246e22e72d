import { DEFAULT_SETTINGS, LANGUAGES } from '@countersign/signing';
import { z } from 'zod';
import { fieldValues } from './form-field.ts';
import { emailAddress, errorLanguage, phoneNumber, uuid } from './text.ts';

/**
 * Whether a position lies on a page is the toolkit's to say, with the page's size in the message; here only the numbers
 * are looked at. `formFieldId` is ignored without a warning [2.4-36] [D4-10].
 */
const signatureBox = z.object({
  page: z.int().meta({ description: 'Counted from 0.' }),
  x: z.number().meta({
    description: 'Points (1/72 inch) from the left edge of the page, as a reader shows it, to the box.',
  }),
  y: z
    .number()
    .meta({ description: 'Points from the top edge of the page, as a reader shows it, to the box.' }),
  scale: z.number().min(0.25).max(1.5).optional().meta({ description: 'Size of the box; 1 if not given.' }),
  formFieldId: z.unknown().optional().meta({ deprecated: true }),
});

const signeeInput = z.object({
  fullName: z.string().optional(),
  emailAddress: emailAddress.optional(),
  phoneNumber: phoneNumber.optional(),
  phoneNumberDeliveryMethod: z.enum(['sms', 'whatsapp']).optional(),
  signatureType: z
    .enum(['digital_ink', 'bankid_identification', 'digital_ink_id_scan', 'face_liveness'])
    .optional(),
  signaturePlacement: z
    .enum(['existing', 'new_page'])
    .optional()
    .meta({ description: '`existing` if not given, and then signatureBox is required.' }),
  signatureBox: signatureBox.optional(),
  idScanBox: signatureBox.optional(),
  signingOrder: z.int().min(1).optional(),
  disableInvitationMessage: z.boolean().optional(),
});

const aiAssistant = z.object({
  enabled: z.boolean().optional(),
  textToSpeech: z.boolean().optional(),
  language: z.string().optional(),
});

/** The body of POST /docs. The product checks lengths and counts, which are settings. */
export const documentInput = z.object({
  fileId: uuid,
  templateId: uuid.optional(),
  name: z.string().min(1).meta({ maxLength: DEFAULT_SETTINGS.maxNameLength }),
  userId: uuid.optional(),
  signeeDetails: z.array(signeeInput).min(1).max(DEFAULT_SETTINGS.maxSignees),
  enableSigningOrder: z.boolean().optional(),
  fields: fieldValues.optional(),
  fieldsReadonlyMode: z.enum(['keepOriginal', 'filled', 'all']).optional(),
  language: z.enum(LANGUAGES).optional(),
  sharingSetting: z.enum(['private', 'shared']).optional(),
  personalMessage: z.string().optional().meta({ maxLength: DEFAULT_SETTINGS.maxPersonalMessageLength }),
  aiAssistant: aiAssistant.optional(),
  errorLanguage,
});
