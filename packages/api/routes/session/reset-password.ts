import { z } from 'zod';
import { clearSessionCookie, readBrowser } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';
import { errorLanguage } from '../../schemas/text.ts';

export const resetPassword = defineRoute({
  method: 'PUT',
  path: '/v1/password-resets/:token',
  source: 'ours',
  scope: 'page',
  summary: 'Choose a new password with the token of a mail, and end every session',
  status: 204,
  hidden: true,
  schemas: {
    params: z.object({ token: z.string() }),
    body: z.object({ password: z.string().min(1), errorLanguage }),
  },
  errors: ['password_reset_not_found', 'too_many_attempts'],
  async handler({ deps, params: { token }, body: { password }, request, reply }) {
    const { baseUrl } = deps.settings;
    await deps.identity.passwords.reset({ token, password }, readBrowser(request, baseUrl));
    clearSessionCookie(reply, baseUrl);
    return reply.send();
  },
});
