import { z } from 'zod';
import { SCAN_REFUSALS } from '../ports/id-scanner.ts';
import { returnBinding } from './hosted-session.ts';

export const scannedHolder = z.object({
  fullName: z.string(),
  personalNumber: z.string(),
  /** Masked: it shows which document the face is compared with. */
  documentNumber: z.string(),
  portraitBlobId: z.string(),
});
export type ScannedHolder = z.infer<typeof scannedHolder>;

export const scanState = returnBinding.extend({
  isBasic: z.boolean(),
  passportsOnly: z.boolean(),
  /** Only documents with all on one side are accepted. Absent: begun in an earlier release. */
  isOneSided: z.exactOptional(z.boolean()),
  /** At a provider that takes the pictures on a page of its own; null if the signing page takes them. */
  session: z
    .object({ sessionId: z.string(), url: z.string(), provider: z.string() })
    .nullable()
    .default(null),
  /** Why the last pictures were not accepted. */
  refusal: z.object({ side: z.enum(['front', 'back']), reason: z.enum(SCAN_REFUSALS) }).nullable(),
  /** Stored for the signature. */
  blobIds: z.array(z.string()),
  /** For the face check of the signature method; null if it needs none. */
  holder: scannedHolder.nullable(),
});
export type ScanState = z.infer<typeof scanState>;

export function listScanStateBlobs({ blobIds, holder }: ScanState): readonly string[] {
  return holder === null ? blobIds : [...blobIds, holder.portraitBlobId];
}
