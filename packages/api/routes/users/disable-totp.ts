import { readBrowser } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';
import { currentPasswordBody } from '../../schemas/session.ts';

export const disableTotp = defineRoute({
  method: 'POST',
  path: '/v1/users/me/totp/disable',
  source: 'ours',
  scope: 'session',
  summary: 'Turn your authenticator app off',
  status: 204,
  hidden: true,
  schemas: { body: currentPasswordBody },
  errors: ['password_wrong', 'too_many_attempts'],
  async handler({ deps, caller, body: { currentPassword }, request, reply }) {
    const browser = readBrowser(request, deps.settings.baseUrl);
    await deps.identity.totp.disable(caller, currentPassword, browser);
    return reply.send();
  },
});
