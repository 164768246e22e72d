import { MESSAGE_CHANNELS } from '@countersign/signing';
import { z } from 'zod';
import { ApiError } from '../../errors/api-error.ts';
import { refuseForeignHost } from '../../request/local-host.ts';
import { defineRoute } from '../../route.ts';

export const listOutboxMessages = defineRoute({
  method: 'GET',
  path: '/outbox/messages',
  source: 'ours',
  scope: 'public',
  summary: 'Messages kept instead of sent, newest first; development only',
  status: 200,
  hidden: true,
  schemas: {
    query: z.object({ to: z.string().optional() }),
    answer: z.array(
      z.object({
        id: z.string(),
        channel: z.enum(MESSAGE_CHANNELS),
        to: z.string(),
        senderName: z.string(),
        subject: z.string(),
        text: z.string(),
        html: z.string(),
        attachment: z.string().nullable(),
        createdAt: z.string(),
      }),
    ),
  },
  errors: ['route_not_found'],
  async handler({ deps, query, request }) {
    if (deps.outbox === undefined) throw new ApiError('route_not_found');
    refuseForeignHost(request, deps.settings.baseUrl);
    return [...(await deps.outbox.list(query.to))];
  },
});
