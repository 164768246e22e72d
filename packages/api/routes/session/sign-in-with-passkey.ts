import { z } from 'zod';
import { readBrowser, setSessionCookie } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';
import { usedCredential } from '../../schemas/passkey.ts';
import { sessionStep } from '../../schemas/session.ts';
import { errorLanguage } from '../../schemas/text.ts';

export const signInWithPasskey = defineRoute({
  method: 'POST',
  path: '/v1/session/passkey',
  source: 'ours',
  scope: 'page',
  summary: 'Sign in with a passkey',
  status: 200,
  hidden: true,
  schemas: { body: z.object({ credential: usedCredential, errorLanguage }), answer: sessionStep },
  errors: ['sign_in_failed', 'too_many_attempts'],
  async handler({ deps, body, request, reply }) {
    const { baseUrl } = deps.settings;
    const browser = readBrowser(request, baseUrl);
    const { id, next } = await deps.identity.passkeys.signIn(body.credential, browser);
    setSessionCookie(reply, id, baseUrl);
    return { next };
  },
});
