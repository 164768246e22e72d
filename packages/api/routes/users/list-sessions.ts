import { selectPage } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { pageAnswer, pageQuery, presentPage } from '../../schemas/page.ts';
import { listedSession, presentListedSession } from '../../schemas/session.ts';

export const listSessions = defineRoute({
  method: 'GET',
  path: '/v1/users/me/sessions',
  source: 'ours',
  scope: 'session',
  summary: 'List the browsers in which you are signed in, the last used first',
  status: 200,
  hidden: true,
  schemas: { query: pageQuery, answer: pageAnswer.extend({ sessions: z.array(listedSession) }) },
  errors: [],
  async handler({ deps, caller, query }) {
    const page = selectPage(await deps.identity.sessions.list(caller), query);
    const sessions = page.items.map((session) => presentListedSession(session, caller));
    return { ...presentPage(query, page), sessions };
  },
});
