import type { Immutable } from '@countersign/base';
import { LANGUAGES } from '@countersign/base/locale';
import { BOX_TYPES } from '@countersign/seal/layout';
import { z } from 'zod';
import { assistantView } from '../assistant/assistant.ts';
import { MESSAGE_CHANNELS } from '../notifications/channels.ts';
import { checkView } from '../proofs/proof.ts';
import { DOCUMENT_STATUSES } from './document.ts';
import { displayedBox, formField } from './form-field.ts';
import { CANNOT_SIGN_REASONS } from './signing-access.ts';

const signatureStatus = z.enum(['signed', 'awaiting_signature']);
export const SIGNATURE_STATUSES = signatureStatus.options;

const placedBox = displayedBox.extend({
  id: z.string(),
  type: z.enum(BOX_TYPES),
  label: z.string().optional(),
});

/** The ink is only in the sealed file. */
const otherBox = placedBox.extend({ signatureStatus });
export type OtherBox = Immutable<z.infer<typeof otherBox>>;

/** What the signing page shows, and what its requests answer. */
export const signingView = z.object({
  documentId: z.string(),
  documentName: z.string(),
  language: z.enum(LANGUAGES),
  senderName: z.string(),
  /**
   * Where the sender leads this signee once they signed or declined, with `documentId`, `signeeId` and `event`
   * [D10-15].
   */
  redirectUrl: z.string().optional(),
  /** [D12-06] Absent if the account chose a name that stands for both. */
  senderOrganisation: z.string().optional(),
  /** `#rrggbb`; absent: that of the service. */
  senderColor: z.string().optional(),
  /** It is absent if the sender has no logo. */
  senderLogoUrl: z.string().optional(),
  personalMessage: z.string(),
  /** The last moment to sign. Absent once all signed or the document is closed, and for visitors of a public link [D6-30]. */
  signingDeadline: z.iso.datetime().optional(),
  /** Messages that this signee still gets: none without a contact, and `your_turn` only with invitations. */
  messagesToCome: z.array(z.enum(['your_turn', 'completed'])),
  /** Where the sealed document is sent, partly hidden. Absent without a contact, and until the link is verified. */
  copyTo: z.string().optional(),
  /** [D10-16] Where the sender reads questions. Absent until the link is verified, and if nobody is known. */
  replyTo: z.string().optional(),
  /** Once everybody has signed, or nobody can any more: when that came about, and when the service deletes it. */
  ending: z.object({ endedAt: z.iso.datetime(), deletedAt: z.iso.datetime() }).optional(),
  /** The sentence in the document's language. */
  consentText: z.string(),
  status: z.enum(DOCUMENT_STATUSES),
  signee: z.object({
    signeeId: z.string(),
    fullName: z.string(),
    signatureStatus,
    /** It is absent before the signature. */
    signedAt: z.iso.datetime().optional(),
  }),
  /** The signees are in the order of the document. The list is empty if it may not be seen. */
  signees: z.array(
    z.object({
      /** It is empty if the sender gave no name. */
      fullName: z.string(),
      signatureStatus,
      /** The signee of the link. */
      isSelf: z.boolean(),
    }),
  ),
  /** They are in reading order; empty if the signee cannot sign, like `otherBoxes` and `fields`. */
  boxes: z.array(placedBox),
  otherBoxes: z.array(otherBox),
  /** Visible ones. `readOnly` says whether the signee may change one. */
  fields: z.array(
    formField
      .extend({
        /** It is absent if the field is everybody's; another one's is read-only [D10-06]. */
        owner: z.object({ signeeId: z.string(), fullName: z.string() }).optional(),
      })
      .meta({ id: 'SigningField' }),
  ),
  /** The contact on file. */
  offers: z.array(z.object({ field: z.string(), value: z.string() })),
  hasInk: z.boolean(),
  /** The checks of form fields and of the signature method. */
  checks: z.array(checkView),
  /** The triggers whose check (ID scan, one-time code) was not done; they block signing. */
  openTriggers: z.array(z.string()),
  /** 0 if the signee cannot sign. */
  pages: z.int(),
  /** Changes with the PDF; null if the document may not be seen. */
  fileVersion: z.string().nullable(),
  canSign: z.boolean(),
  /** It is absent if the signee cannot ask [D11-05]. */
  assistant: assistantView.optional(),
  reason: z.enum(CANNOT_SIGN_REASONS).optional(),
  /** The slot of a visitor of a public link, from 1. `label` may be empty. */
  slot: z.object({ number: z.int(), count: z.int(), label: z.string() }).optional(),
  /** It is absent if the document was not made from a public link. */
  disablePrinting: z.boolean().optional(),
  /** Given until the code was entered: where it goes, partly hidden, and whether this browser has asked for one. */
  verification: z
    .object({
      channel: z.enum(MESSAGE_CHANNELS),
      contact: z.string(),
      isCodeSent: z.boolean(),
      cooldownSeconds: z.int(),
    })
    .optional(),
});
export type SigningView = Immutable<z.infer<typeof signingView>>;
