/**
 * What a sender decides about a document: requests are validated with these schemas, and the result is
 * stored. Rules between members and with the account are in problems-of.ts.
 */

import type { Immutable } from '@countersign/base';
import { DEFAULT_LANGUAGE, LANGUAGES } from '@countersign/base/locale';
import { MAX_NAME_LENGTH } from '@countersign/base/text';
import type { BoxRequest } from '@countersign/toolkit';
import { z } from 'zod';
import type { Warning } from '../errors.ts';
import { DEFAULT_SIGNATURE_TYPE, hasIdScanBox } from '../methods/methods.ts';
import { MAX_PERSONAL_MESSAGE_LENGTH, MAX_SIGNEES } from './limits.ts';
import {
  aiAssistant,
  automaticReminders,
  copies,
  expiryDate,
  externalId,
  fieldsReadonlyMode,
  fieldValues,
  labels,
  metadata,
  notifyOwner,
  replyTo,
  SHARING_SETTINGS,
} from './members.ts';
import {
  DEFAULT_SCALE,
  DEFAULT_SIGNATURE_PLACEMENT,
  draftSignee,
  linkSlot,
  type SignaturePlacement,
  signee,
  templateSignee,
} from './signee.ts';
import { line, paragraphs, redirectUrl, uuid } from './text.ts';

/** Members that the request left out stay absent. */
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
  textTags: z.boolean().optional().meta({
    description:
      'Whether texts such as `{{signature:1}}` in the file become boxes and fields; `false` if not given.',
  }),
  language: z
    .enum(LANGUAGES)
    .optional()
    .meta({ description: `The account's if not given, which is \`${DEFAULT_LANGUAGE}\` to begin with.` }),
  sharingSetting: z.enum(SHARING_SETTINGS).optional(),
  personalMessage: paragraphs({ min: 0, max: MAX_PERSONAL_MESSAGE_LENGTH }).optional(),
  aiAssistant: aiAssistant.optional(),
  externalId: externalId.optional(),
  metadata: metadata.optional(),
  labels: labels.optional(),
  expiryDate: expiryDate.optional(),
  automaticReminders: automaticReminders.optional(),
  notifyOwner: notifyOwner.optional(),
  copies: copies.optional(),
  redirectUrl: redirectUrl.optional(),
  replyTo: replyTo.optional(),
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

/** What a template holds [D6-17]. */
export const templateConfiguration = documentConfiguration
  .pick({
    name: true,
    sharingSetting: true,
    enableSigningOrder: true,
    fields: true,
    fieldsReadonlyMode: true,
    textTags: true,
    language: true,
    personalMessage: true,
    aiAssistant: true,
    labels: true,
    copies: true,
    redirectUrl: true,
    replyTo: true,
  })
  .extend({ fileId: uuid, signeeDetails: z.array(templateSignee).min(1).max(MAX_SIGNEES) });

/** What a public link holds [D6-24] [D6-26]. */
export const linkConfiguration = documentConfiguration
  .pick({
    name: true,
    sharingSetting: true,
    fields: true,
    fieldsReadonlyMode: true,
    textTags: true,
    language: true,
    aiAssistant: true,
    copies: true,
    redirectUrl: true,
    replyTo: true,
  })
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

/** Top-left corner in displayed points, `page` 0-based [D1-03] [D1-04]. */
export const storedBox = z.object({ page: z.number(), x: z.number(), y: z.number(), scale: z.number() });
export type BoxPosition = Immutable<z.infer<typeof storedBox>>;

/** Returns null unless page, x and y are given. */
export function boxPosition(box: SignatureBoxInput | undefined): BoxPosition | null {
  if (box?.page === undefined || box.x === undefined || box.y === undefined) return null;
  return { page: box.page, x: box.x, y: box.y, scale: box.scale ?? DEFAULT_SCALE };
}

interface SigneeBoxes {
  readonly fullName: string;
  readonly signaturePlacement: SignaturePlacement;
  /** It is null if it is not decided yet, or on a new page. */
  readonly signatureBox: BoxPosition | null;
  readonly idScanBox?: BoxPosition | null | undefined;
}

type BoxIds = Readonly<Record<'signatureBox' | 'idScanBox', string>>;

/** Boxes without a position are left out. */
export function boxRequests(ids: BoxIds, signee: SigneeBoxes): readonly BoxRequest[] {
  const { signaturePlacement, signatureBox, idScanBox, fullName } = signee;
  const signature = { id: ids.signatureBox, type: 'signature', label: fullName } as const;
  const scan = { id: ids.idScanBox, type: 'id_scan', placement: 'existing' } as const;
  return [
    ...(signaturePlacement === 'new_page' ? [{ ...signature, placement: signaturePlacement }] : []),
    ...(signaturePlacement === 'existing' && signatureBox !== null
      ? [{ ...signature, placement: signaturePlacement, ...signatureBox }]
      : []),
    ...(idScanBox ? [{ ...scan, ...idScanBox }] : []),
  ];
}

export function configuredBoxes(signees: readonly DraftSignee[]): readonly BoxRequest[] {
  return signees.flatMap((signee, index) => {
    const { fullName = '', signaturePlacement = DEFAULT_SIGNATURE_PLACEMENT } = signee;
    const path = `signeeDetails.${index}`;
    const ids = { signatureBox: `${path}.signatureBox`, idScanBox: `${path}.idScanBox` };
    const signatureBox = boxPosition(signee.signatureBox);
    return boxRequests(ids, {
      fullName,
      signaturePlacement,
      signatureBox,
      idScanBox: idScanPosition(signee),
    });
  });
}

export function idScanPosition({ signatureType, idScanBox }: DraftSignee): BoxPosition | null {
  return hasIdScanBox(signatureType ?? DEFAULT_SIGNATURE_TYPE) ? boxPosition(idScanBox) : null;
}

/** A new page arranges its boxes itself. */
export function warnOfUnusedBoxes(signees: readonly DraftSignee[]): readonly Warning[] {
  return signees.flatMap(({ signaturePlacement, signatureType, signatureBox, idScanBox }, index) => {
    const isOnNewPage = signatureBox !== undefined && signaturePlacement === 'new_page';
    const isNotScanned = idScanBox !== undefined && !hasIdScanBox(signatureType ?? DEFAULT_SIGNATURE_TYPE);
    const unused = [...(isOnNewPage ? ['signatureBox'] : []), ...(isNotScanned ? ['idScanBox'] : [])];
    return unused.map((member) => ({
      code: 'member_without_effect',
      path: `signeeDetails.${index}.${member}`,
    }));
  });
}
