import { type HistoryEntry, MESSAGE_CHANNELS } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { pageAnswer, pageQuery, presentPage } from '../../schemas/page.ts';
import { timestamp, uuid } from '../../schemas/text.ts';

const person = z
  .object({ kind: z.enum(['user', 'signee']), id: z.string(), fullName: z.string().nullable() })
  .nullable();

export const documentEvent = z.object({
  eventId: z.string(),
  type: z.string(),
  date: timestamp,
  actor: person.meta({ description: 'Null: the service.' }),
  signee: person.meta({ description: 'To whom it happened.' }),
  channels: z.array(z.enum(MESSAGE_CHANNELS)).optional(),
  reason: z.string().optional().meta({ description: 'Of a revocation, or of a message that failed.' }),
  members: z.array(z.string()).optional().meta({ description: 'Contact details that were corrected.' }),
  sha256: z.string().optional().meta({ description: 'Of the PDF that was stored.' }),
  payment: z
    .object({ amount: z.string(), provider: z.string(), paymentId: z.string() })
    .optional()
    .meta({ description: 'That was made, that no signature uses, or that no bank confirmed.' }),
});

export const listDocumentEvents = defineRoute({
  method: 'GET',
  path: '/v1/docs/:documentId/events',
  source: 'ours',
  scope: 'read',
  summary: 'What happened to a document, newest first',
  status: 200,
  conditional: true,
  schemas: {
    params: z.object({ documentId: uuid }),
    query: pageQuery,
    answer: pageAnswer.extend({ events: z.array(documentEvent) }),
  },
  errors: ['document_not_found', 'not_yours'],
  async handler({ deps, caller, params, query }) {
    const page = await deps.signing.documents.listEvents(caller, params.documentId, query);
    return { ...presentPage(query, page), events: page.items.map(presentEvent) };
  },
});

function presentEvent({
  entryId,
  type,
  date,
  actor,
  signee,
  details,
}: HistoryEntry): z.output<typeof documentEvent> {
  const { channel, channels, failure, reason, members, sha256, amount, provider, paymentId } = details;
  return documentEvent.parse({
    eventId: entryId,
    type,
    date: date.toISOString(),
    actor,
    signee,
    channels: channels ?? (channel === undefined ? undefined : [channel]),
    reason: reason ?? failure,
    members,
    sha256,
    payment: paymentId === undefined ? undefined : { amount, provider, paymentId },
  });
}
