import { DOCUMENT_STATUSES, type DocumentSummary } from '@countersign/signing';
import { z } from 'zod';
import { timestamp } from './text.ts';

/** A document in a list. */
export const documentSummary = z.object({
  documentId: z.string(),
  name: z.string(),
  createdAt: timestamp,
  status: z.enum(DOCUMENT_STATUSES),
  userId: z.string(),
});

export function presentDocumentSummary(summary: DocumentSummary): z.output<typeof documentSummary> {
  return { ...summary, createdAt: summary.createdAt.toISOString() };
}
