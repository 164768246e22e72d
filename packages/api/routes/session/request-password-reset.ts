import { z } from 'zod';
import { readBrowser } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';
import { errorLanguage } from '../../schemas/text.ts';

export const requestPasswordReset = defineRoute({
  method: 'POST',
  path: '/v1/password-resets',
  source: 'ours',
  scope: 'page',
  summary: 'Mail a link for a new password, if the address is one of a user',
  status: 202,
  hidden: true,
  schemas: { body: z.object({ emailAddress: z.string().min(1), errorLanguage }) },
  errors: ['too_many_attempts'],
  async handler({ deps, body, request, reply }) {
    const browser = readBrowser(request, deps.settings.baseUrl);
    await deps.identity.passwords.requestReset(body.emailAddress, browser);
    return reply.send();
  },
});
