import { z } from 'zod';
import { refuseOtherPrograms } from '../../request/other-programs.ts';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

export const deleteOAuthClient = defineRoute({
  method: 'DELETE',
  path: '/v1/users/me/oauth-clients/:clientId',
  source: 'ours',
  scope: 'write',
  summary: 'Delete a client that the user registered; every access that was given to it ends',
  status: 204,
  schemas: { params: z.object({ clientId: uuid }) },
  errors: ['api_key_required', 'client_not_found'],
  async handler({ deps, caller, params, request, reply }) {
    refuseOtherPrograms(request);
    await deps.authorizationServer.clients.remove(caller, params.clientId);
    return reply.send();
  },
});
