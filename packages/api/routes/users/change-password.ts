import { z } from 'zod';
import { readBrowser, setSessionCookie } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';
import { errorLanguage } from '../../schemas/text.ts';

export const changePassword = defineRoute({
  method: 'PUT',
  path: '/v1/users/me/password',
  source: 'ours',
  scope: 'session',
  summary: 'Change your password and end your other sessions',
  status: 204,
  hidden: true,
  schemas: {
    body: z.object({
      currentPassword: z.string().min(1),
      password: z.string().min(1),
      endPrograms: z.boolean().optional(),
      errorLanguage,
    }),
  },
  errors: ['password_wrong', 'too_many_attempts'],
  async handler({ deps, caller, body: { errorLanguage: _, ...change }, request, reply }) {
    const { baseUrl } = deps.settings;
    const browser = readBrowser(request, baseUrl);
    const { id } = await deps.identity.passwords.change(caller, change, browser);
    setSessionCookie(reply, id, baseUrl);
    return reply.send();
  },
});
