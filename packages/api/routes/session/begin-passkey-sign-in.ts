import { readBrowser } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';
import { passkeyOptions, presentOptions } from '../../schemas/passkey.ts';

export const beginPasskeySignIn = defineRoute({
  method: 'POST',
  path: '/v1/session/passkey/options',
  source: 'ours',
  scope: 'page',
  summary: 'Ask for a challenge to sign in with a passkey',
  status: 200,
  hidden: true,
  schemas: { answer: passkeyOptions },
  errors: ['too_many_attempts'],
  handler: async ({ deps, request }) =>
    presentOptions(await deps.identity.passkeys.beginSignIn(readBrowser(request, deps.settings.baseUrl))),
});
