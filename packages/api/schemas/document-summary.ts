import { DOCUMENT_STATUSES, type DocumentSummary, type ListedDocument } from '@countersign/signing';
import { z } from 'zod';
import { timestamp } from './text.ts';

export const documentSummary = z.object({
  documentId: z.string(),
  name: z.string(),
  createdAt: timestamp,
  status: z.enum(DOCUMENT_STATUSES),
  userId: z.string(),
});

/** Not in the specification: `GET /docs?include=progress`. */
export const listedDocument = documentSummary.extend({
  progress: z
    .object({
      signees: z.int(),
      signed: z.int(),
      waitingFor: z.array(z.string()).meta({ description: 'Names of those who may sign now.' }),
      isWaitingForCaller: z.boolean(),
      isDeclined: z.boolean().meta({ description: 'Whether a signee declined.' }),
      isExpired: z.boolean().meta({ description: 'Whether the time to sign was over.' }),
    })
    .optional(),
});

export function presentDocumentSummary({
  documentId,
  name,
  createdAt,
  status,
  userId,
}: DocumentSummary): z.output<typeof documentSummary> {
  return { documentId, name, createdAt: createdAt.toISOString(), status, userId };
}

export function presentListedDocument(document: ListedDocument): z.output<typeof listedDocument> {
  const { signees, signed, next, isDeclined = false, isExpired = false } = document.progress;
  const { isWaitingForCaller } = document;
  const waitingFor = next.map(({ fullName }) => fullName);
  return {
    ...presentDocumentSummary(document),
    progress: { signees, signed, waitingFor, isWaitingForCaller, isDeclined, isExpired },
  };
}
