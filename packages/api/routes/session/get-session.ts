import { readSessionCookie } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';
import { presentSession, sessionView } from '../../schemas/session.ts';

export const getSession = defineRoute({
  method: 'GET',
  path: '/v1/session',
  source: 'ours',
  scope: 'page',
  summary: 'Say who is signed in in this browser, or what is next',
  status: 200,
  hidden: true,
  schemas: { answer: sessionView },
  errors: [],
  async handler({ deps, request }) {
    const { baseUrl } = deps.settings;
    return presentSession(
      await deps.identity.sessions.describe(readSessionCookie(request, baseUrl)),
      baseUrl,
    );
  },
});
