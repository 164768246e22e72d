import { emailAddress, phoneNumber } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { errorLanguage, uuid } from '../../schemas/text.ts';

export const sharePublicLink = defineRoute({
  method: 'POST',
  path: '/v1/links/:linkId/share',
  source: 'ours',
  scope: 'write',
  summary: 'Send the address of a public link to somebody',
  status: 200,
  // 30 a minute of the default: it sends messages.
  allowance: 0.05,
  schemas: {
    params: z.object({ linkId: uuid }),
    body: z.object({
      emailAddress: emailAddress.optional(),
      phoneNumber: phoneNumber.optional(),
      errorLanguage,
    }),
    answer: z.object({
      sentTo: z.array(z.object({ channel: z.enum(['email', 'sms', 'whatsapp']), to: z.string() })),
    }),
  },
  errors: [
    'public_link_not_found',
    'not_yours',
    'public_link_disabled',
    'contact_required',
    'capability_missing',
    'message_not_sent',
  ],
  async handler({ deps, caller, params, body }) {
    const { sentTo } = await deps.signing.publicLinks.share(caller, params.linkId, body);
    return { sentTo: [...sentTo] };
  },
});
