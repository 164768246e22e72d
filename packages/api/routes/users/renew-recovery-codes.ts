import { readBrowser } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';
import { currentPasswordBody, recoveryCodes } from '../../schemas/session.ts';

export const renewRecoveryCodes = defineRoute({
  method: 'POST',
  path: '/v1/users/me/totp/recovery-codes',
  source: 'ours',
  scope: 'session',
  summary: 'Make new recovery codes, which are shown once; the earlier ones end',
  status: 201,
  hidden: true,
  schemas: { body: currentPasswordBody, answer: recoveryCodes },
  errors: ['password_wrong', 'totp_not_begun', 'too_many_attempts'],
  async handler({ deps, caller, body: { currentPassword }, request }) {
    const browser = readBrowser(request, deps.settings.baseUrl);
    const codes = await deps.identity.totp.renewRecoveryCodes(caller, currentPassword, browser);
    return { recoveryCodes: codes };
  },
});
