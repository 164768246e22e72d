import { emailAddress, MESSAGE_CHANNELS, phoneNumber } from '@countersign/signing';
import { z } from 'zod';
import { MESSAGE_ALLOWANCE } from '../../rate-limits/allowances.ts';
import { defineRoute } from '../../route.ts';
import { errorLanguage, uuid } from '../../schemas/text.ts';

export const sharePublicLink = defineRoute({
  method: 'POST',
  path: '/v1/links/:linkId/share',
  source: 'ours',
  scope: 'write',
  summary: 'Send the address of a public link to somebody',
  status: 200,
  allowance: MESSAGE_ALLOWANCE,
  schemas: {
    params: z.object({ linkId: uuid }),
    body: z.object({
      emailAddress: emailAddress.optional(),
      phoneNumber: phoneNumber.optional(),
      errorLanguage,
    }),
    answer: z.object({
      sentTo: z.array(z.object({ channel: z.enum(MESSAGE_CHANNELS), to: z.string() })),
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
