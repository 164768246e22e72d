import { z } from 'zod';
import { SCAN_REFUSALS } from '../ports/id-scanner.ts';
import { returnBinding } from './hosted-session.ts';

export const scannedHolder = z.object({
  fullName: z.string(),
  personalNumber: z.string(),
  /** Masked. */
  documentNumber: z.string(),
  portraitBlobId: z.string(),
});
export type ScannedHolder = z.infer<typeof scannedHolder>;

export const scanState = returnBinding.extend({
  isBasic: z.boolean(),
  passportsOnly: z.boolean(),
  /** Only documents with all on one side. Absent: begun in an earlier release. */
  isOneSided: z.exactOptional(z.boolean()),
  /** Null if the signing page takes the pictures. */
  session: z
    .object({ sessionId: z.string(), url: z.string(), provider: z.string() })
    .nullable()
    .default(null),
  /** Of the last pictures. */
  refusal: z.object({ side: z.enum(['front', 'back']), reason: z.enum(SCAN_REFUSALS) }).nullable(),
  blobIds: z.array(z.string()),
  /** For a face check; null without one. */
  holder: scannedHolder.nullable(),
});
export type ScanState = z.infer<typeof scanState>;

export function listScanStateBlobs({ blobIds, holder }: ScanState): readonly string[] {
  return holder === null ? blobIds : [...blobIds, holder.portraitBlobId];
}
