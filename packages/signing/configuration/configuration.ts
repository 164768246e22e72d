/**
 * What a sender decides about a document: requests are validated with these schemas, and the result is
 * stored. Rules between members and with the account are in problems-of.ts.
 */
import { DEFAULT_LANGUAGE, LANGUAGES, MAX_NAME_LENGTH } from '@countersign/identity';
import { z } from 'zod';
import type { Immutable } from '../immutable.ts';
import { aiAssistant } from './ai-assistant.ts';
import { fieldsReadonlyMode, fieldValues } from './fields.ts';
import { automaticReminders, expiryDate, externalId, metadata, notifyOwner } from './follow-up.ts';
import { MAX_PERSONAL_MESSAGE_LENGTH, MAX_SIGNEES } from './limits.ts';
import { SHARING_SETTINGS } from './sharing.ts';
import { draftSignee, linkSlot, signee, templateSignee } from './signee.ts';
import { line, paragraphs, uuid } from './text.ts';

/** Absent members stay absent. */
export const documentConfiguration = z.object({
  fileId: uuid.optional().meta({ description: 'Either this or templateId is required.' }),
  templateId: uuid.optional().meta({ description: 'Needs the capability `templates`.' }),
  name: line({ min: 1, max: MAX_NAME_LENGTH }),
  userId: uuid.optional().meta({ description: 'The owner; the caller if not given.' }),
  signeeDetails: z.array(signee).min(1).max(MAX_SIGNEES),
  enableSigningOrder: z
    .boolean()
    .optional()
    .meta({ description: '`false` if not given. `true` needs the capability `signingOrder`.' }),
  fields: fieldValues.optional(),
  fieldsReadonlyMode: fieldsReadonlyMode.optional(),
  language: z
    .enum(LANGUAGES)
    .optional()
    .meta({ description: `The account's if not given, which is \`${DEFAULT_LANGUAGE}\` to begin with.` }),
  sharingSetting: z.enum(SHARING_SETTINGS).optional(),
  personalMessage: paragraphs({ min: 0, max: MAX_PERSONAL_MESSAGE_LENGTH }).optional(),
  aiAssistant: aiAssistant.optional(),
  externalId: externalId.optional(),
  metadata: metadata.optional(),
  expiryDate: expiryDate.optional(),
  automaticReminders: automaticReminders.optional(),
  notifyOwner: notifyOwner.optional(),
});

/** The name may be the template's. */
export const documentRequest = documentConfiguration.extend({
  name: documentConfiguration.shape.name.optional().meta({ description: 'Required without a template.' }),
});

/** Everything but the name may be missing [D6-02]. */
export const draftConfiguration = documentConfiguration.partial().extend({
  name: documentConfiguration.shape.name,
  signeeDetails: z.array(draftSignee).max(MAX_SIGNEES).optional(),
});

/** [D6-17] */
export const templateConfiguration = documentConfiguration
  .pick({
    name: true,
    sharingSetting: true,
    enableSigningOrder: true,
    fields: true,
    fieldsReadonlyMode: true,
    language: true,
    personalMessage: true,
  })
  .extend({ fileId: uuid, signeeDetails: z.array(templateSignee).min(1).max(MAX_SIGNEES) });

/** [D6-24] [D6-26] */
export const linkConfiguration = documentConfiguration
  .pick({ name: true, sharingSetting: true, fields: true, fieldsReadonlyMode: true, language: true })
  .extend({
    fileId: uuid,
    signeeDetails: z.array(linkSlot).min(1).max(MAX_SIGNEES),
    disablePrinting: z.boolean().optional(),
  });

export type DocumentConfiguration = Immutable<z.infer<typeof documentConfiguration>>;
export type DraftConfiguration = Immutable<z.infer<typeof draftConfiguration>>;
export type TemplateConfiguration = Immutable<z.infer<typeof templateConfiguration>>;
export type LinkConfiguration = Immutable<z.infer<typeof linkConfiguration>>;
export type SigneeInput = DocumentConfiguration['signeeDetails'][number];
export type DraftSignee = NonNullable<DraftConfiguration['signeeDetails']>[number];
export type SignatureBoxInput = NonNullable<SigneeInput['signatureBox']>;
