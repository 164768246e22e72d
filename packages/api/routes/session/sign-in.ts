import { z } from 'zod';
import { readBrowser, setSessionCookie } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';
import { sessionStep } from '../../schemas/session.ts';
import { errorLanguage } from '../../schemas/text.ts';

/** Hashing is expensive; `too_many_attempts` is stricter. */
const ALLOWANCE = 0.1;

export const signIn = defineRoute({
  method: 'POST',
  path: '/v1/session',
  source: 'ours',
  scope: 'page',
  summary: 'Sign in with email address and password',
  status: 200,
  hidden: true,
  allowance: ALLOWANCE,
  schemas: {
    body: z.object({ emailAddress: z.string().min(1), password: z.string().min(1), errorLanguage }),
    answer: sessionStep,
  },
  errors: ['sign_in_failed', 'too_many_attempts'],
  async handler({ deps, body: { emailAddress, password }, request, reply }) {
    const { baseUrl } = deps.settings;
    const browser = readBrowser(request, baseUrl);
    const { id, next } = await deps.identity.sessions.signIn({ emailAddress, password }, browser);
    setSessionCookie(reply, id, baseUrl);
    return { next };
  },
});
