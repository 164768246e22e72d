import { z } from 'zod';
import { readBrowser, setSessionCookie } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';
import { sessionStep } from '../../schemas/session.ts';
import { errorLanguage, uuid } from '../../schemas/text.ts';

export const switchAccount = defineRoute({
  method: 'PUT',
  path: '/v1/session/account',
  source: 'ours',
  scope: 'page',
  summary: 'Choose the account, after signing in or to switch',
  status: 200,
  hidden: true,
  schemas: { body: z.object({ accountId: uuid, errorLanguage }), answer: sessionStep },
  errors: ['session_missing', 'account_not_found'],
  async handler({ deps, body, request, reply }) {
    const { baseUrl } = deps.settings;
    const browser = readBrowser(request, baseUrl);
    const { id, next } = await deps.identity.sessions.switchAccount(browser, body.accountId);
    setSessionCookie(reply, id, baseUrl);
    return { next };
  },
});
