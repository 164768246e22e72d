import { z } from 'zod';
import { readBrowser } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';
import { recoveryCodes } from '../../schemas/session.ts';
import { errorLanguage } from '../../schemas/text.ts';

export const confirmTotp = defineRoute({
  method: 'PUT',
  path: '/v1/users/me/totp',
  source: 'ours',
  scope: 'session',
  summary: 'Turn your authenticator app on with its first code; the recovery codes are shown once',
  status: 200,
  hidden: true,
  schemas: { body: z.object({ code: z.string().min(1), errorLanguage }), answer: recoveryCodes },
  errors: ['code_wrong', 'totp_not_begun', 'too_many_attempts'],
  async handler({ deps, caller, body: { code }, request }) {
    const browser = readBrowser(request, deps.settings.baseUrl);
    return { recoveryCodes: await deps.identity.totp.confirm(caller, code.trim(), browser) };
  },
});
