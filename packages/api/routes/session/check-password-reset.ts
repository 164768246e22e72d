import { z } from 'zod';
import { readBrowser } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';

export const checkPasswordReset = defineRoute({
  method: 'GET',
  path: '/v1/password-resets/:token',
  source: 'ours',
  scope: 'page',
  summary: 'Say whether the token of a mail still lets one choose a new password',
  status: 204,
  hidden: true,
  schemas: { params: z.object({ token: z.string() }) },
  errors: ['password_reset_not_found', 'too_many_attempts'],
  async handler({ deps, params: { token }, request, reply }) {
    await deps.identity.passwords.checkReset(token, readBrowser(request, deps.settings.baseUrl));
    return reply.send();
  },
});
