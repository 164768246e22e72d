import { type CreatedDocument, PREPARING_FAULTS } from '@countersign/signing';
import { z } from 'zod';
import { presentDocumentUrl } from './document.ts';
import { timestamp } from './text.ts';
import { presentWarnings, warnings } from './warning.ts';

/** [4.4-38] */
export const sentDocument = z.object({
  documentId: z.string(),
  name: z.string(),
  createdAt: timestamp,
  userId: z.string(),
  status: z.enum(['created', 'processing']),
  documentUrl: z.string().nullable(),
  warnings,
});

export const SENDING_ERRORS = [
  ...PREPARING_FAULTS,
  'file_not_found',
  'template_not_found',
  'not_yours',
  'contact_required',
  'signature_box_required',
  'capability_missing',
] as const;

export function presentSentDocument(
  { document, warnings: found }: CreatedDocument,
  documentUrl: (documentId: string) => string,
): z.output<typeof sentDocument> {
  return {
    documentId: document.documentId,
    name: document.name,
    createdAt: document.createdAt.toISOString(),
    userId: document.userId,
    status: 'created',
    documentUrl: presentDocumentUrl(document, documentUrl),
    ...presentWarnings(found),
  };
}
