import { EVENT_TYPES } from '@countersign/signing';
import { z } from 'zod';
import { timestamp } from './text.ts';

/** The body of a delivery [6-07] [6-08]. */
export const webhookPayload = z.object({
  event: z.object({
    eventId: z
      .string()
      .meta({ description: 'The same in every delivery of an event: receivers tell repeats by it.' }),
    type: z.enum(EVENT_TYPES),
    date: timestamp,
  }),
  data: z.object({
    documentId: z.string(),
    accountId: z.string(),
    userId: z.string().meta({ description: 'The owner of the document.' }),
    signeeId: z.string().nullable().meta({ description: 'Set for document.opened and document.signed.' }),
  }),
});
