import { z } from 'zod';
import { readBrowser, setSessionCookie } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';
import { sessionStep } from '../../schemas/session.ts';
import { errorLanguage } from '../../schemas/text.ts';

export const enterCode = defineRoute({
  method: 'POST',
  path: '/v1/session/second-factor',
  source: 'ours',
  scope: 'page',
  summary: 'Go on signing in with a code of the authenticator app or a recovery code',
  status: 200,
  hidden: true,
  schemas: { body: z.object({ code: z.string().min(1), errorLanguage }), answer: sessionStep },
  errors: ['session_missing', 'code_wrong', 'too_many_attempts'],
  async handler({ deps, body, request, reply }) {
    const { baseUrl } = deps.settings;
    const { id, next } = await deps.identity.sessions.enterCode(readBrowser(request, baseUrl), body.code);
    setSessionCookie(reply, id, baseUrl);
    return { next };
  },
});
