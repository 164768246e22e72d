import { z } from 'zod';
import { clearSessionCookie } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';
import { errorLanguage } from '../../schemas/text.ts';

export const signOutEverywhere = defineRoute({
  method: 'DELETE',
  path: '/v1/sessions',
  source: 'ours',
  scope: 'session',
  summary: 'Sign out in every browser, in every account',
  status: 204,
  hidden: true,
  schemas: {
    query: z.object({ endPrograms: z.enum(['true', 'false']).default('false'), errorLanguage }),
  },
  errors: [],
  async handler({ deps, caller, query, reply }) {
    await deps.identity.sessions.signOutEverywhere(caller, { endPrograms: query.endPrograms === 'true' });
    clearSessionCookie(reply, deps.settings.baseUrl);
    return reply.send();
  },
});
