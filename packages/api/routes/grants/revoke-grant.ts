import { z } from 'zod';
import { refuseOtherPrograms } from '../../request/other-programs.ts';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

export const revokeGrant = defineRoute({
  method: 'DELETE',
  path: '/v1/users/me/grants/:grantId',
  source: 'ours',
  scope: 'write',
  summary: 'End the access of a program with all its tokens',
  status: 204,
  schemas: { params: z.object({ grantId: uuid }) },
  errors: ['api_key_required', 'grant_not_found'],
  async handler({ deps, caller, params, request, reply }) {
    refuseOtherPrograms(request);
    await deps.authorizationServer.grants.revoke(caller, params.grantId);
    return reply.send();
  },
});
