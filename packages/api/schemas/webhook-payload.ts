import { EVENT_TYPES, TEST_EVENT_TYPE } from '@countersign/signing';
import { z } from 'zod';
import { timestamp } from './text.ts';

/** [6-07] [6-08] */
export const webhookPayload = z.object({
  event: z.object({
    eventId: z
      .string()
      .meta({ description: 'The same in every delivery of an event: receivers recognise repeats by it.' }),
    type: z.enum([...EVENT_TYPES, TEST_EVENT_TYPE]),
    date: timestamp,
  }),
  data: z.object({
    documentId: z.string().nullable().meta({ description: 'Null in webhook.test.' }),
    accountId: z.string(),
    userId: z.string().meta({ description: 'The owner of the document, or of the webhook that is tested.' }),
    signeeId: z.string().nullable().meta({ description: 'Set for document.opened and document.signed.' }),
  }),
});
