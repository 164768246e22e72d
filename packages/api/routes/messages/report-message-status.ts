import { z } from 'zod';
import { ApiError } from '../../errors/api-error.ts';
import { defineRoute } from '../../route.ts';

/** Authenticated by address and signature. */
export const reportMessageStatus = defineRoute({
  method: 'POST',
  path: '/message-status/:provider',
  source: 'ours',
  scope: 'public',
  summary: 'Take the report of a provider on a message',
  status: 204,
  hidden: true,
  schemas: { params: z.object({ provider: z.enum(['twilio', '46elks']) }) },
  errors: ['route_not_found'],
  async handler({ deps, params, request, reply }) {
    const { signing, settings, deliveryReports } = deps;
    const signature = request.headers['x-twilio-signature'];
    const report = deliveryReports?.read(params.provider, {
      url: `${settings.baseUrl}${request.raw.url ?? ''}`,
      form: readForm(request.body),
      signature: typeof signature === 'string' ? signature : undefined,
    });
    if (report === undefined || report === 'forged') throw new ApiError('route_not_found');
    if (report !== 'pending') await signing.documents.reportDelivery(report);
    return reply.send();
  },
});

function readForm(body: unknown): Readonly<Record<string, string>> {
  const members = Object.entries(Object(body)).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(members) as Record<string, string>;
}
