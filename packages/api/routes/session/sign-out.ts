import { clearSessionCookie, readBrowser } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';

export const signOut = defineRoute({
  method: 'DELETE',
  path: '/v1/session',
  source: 'ours',
  scope: 'page',
  summary: 'Sign out in this browser',
  status: 204,
  hidden: true,
  schemas: {},
  errors: [],
  async handler({ deps, request, reply }) {
    const { baseUrl } = deps.settings;
    await deps.identity.sessions.signOut(readBrowser(request, baseUrl));
    clearSessionCookie(reply, baseUrl);
    return reply.send();
  },
});
