import { LANGUAGES } from '@countersign/identity';
import { z } from 'zod';
import { MESSAGE_CHANNELS } from '../ports/notifier.ts';

/** A value given for a form field. */
export const fieldValue = z.object({
  name: z.string(),
  value: z.union([z.string(), z.array(z.string())]),
});

/** What a signee agreed to, as it was shown. */
export const consent = z.object({ text: z.string(), language: z.enum(LANGUAGES) });

/** A file that a signee uploaded while signing [2.10-42]. */
export const uploadedAttachment = z.object({
  blobId: z.string(),
  /** As the signee's system called it; the name in the sealed file: attachment-names.ts. */
  name: z.string(),
  mimeType: z.string(),
  /** Bytes. */
  size: z.number(),
  sha256: z.string(),
  uploadedAt: z.date(),
});

/** What every signature holds, whatever its method. */
export const signatureFacts = {
  signedAt: z.date(),
  ipAddress: z.string(),
  userAgent: z.string(),
  /** The channel over which a one-time code proved who opened the link. Absent: the link itself came over it. */
  verification: z.exactOptional(z.object({ channel: z.enum(MESSAGE_CHANNELS), verifiedAt: z.date() })),
  /** Null: signed before the sentence was kept. */
  consent: consent.nullable(),
  /** Values this signee gave. */
  values: z.array(fieldValue),
  /** In the order of uploading. */
  attachments: z.array(uploadedAttachment),
};
