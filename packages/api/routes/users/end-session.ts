import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

export const endSession = defineRoute({
  method: 'DELETE',
  path: '/v1/users/me/sessions/:sessionId',
  source: 'ours',
  scope: 'session',
  summary: 'Sign out in another browser',
  status: 204,
  hidden: true,
  schemas: { params: z.object({ sessionId: uuid }) },
  errors: ['session_not_found'],
  async handler({ deps, caller, params, reply }) {
    await deps.identity.sessions.end(caller, params.sessionId);
    return reply.send();
  },
});
