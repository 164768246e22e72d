import { readBrowser } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';
import { passkeyOptions, presentOptions } from '../../schemas/passkey.ts';
import { currentPasswordBody } from '../../schemas/session.ts';

export const beginPasskey = defineRoute({
  method: 'POST',
  path: '/v1/users/me/passkeys/options',
  source: 'ours',
  scope: 'session',
  summary: 'Ask for a challenge to add a passkey',
  status: 200,
  hidden: true,
  schemas: { body: currentPasswordBody, answer: passkeyOptions },
  errors: ['password_wrong', 'too_many_attempts', 'too_many_passkeys'],
  async handler({ deps, caller, body: { currentPassword }, request }) {
    const browser = readBrowser(request, deps.settings.baseUrl);
    return presentOptions(await deps.identity.passkeys.begin(caller, currentPassword, browser));
  },
});
