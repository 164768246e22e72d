import { z } from 'zod';
import { refuseOtherPrograms } from '../../request/other-programs.ts';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

export const withdrawInvitation = defineRoute({
  method: 'DELETE',
  path: '/v1/account/users/:userId',
  source: 'ours',
  scope: 'write',
  summary: 'Withdraw the invitation of a user who has not accepted it, as an owner or admin',
  status: 204,
  schemas: { params: z.object({ userId: uuid }) },
  errors: ['role_missing', 'api_key_required', 'user_not_found', 'user_not_invited'],
  async handler({ deps, caller, params, request, reply }) {
    refuseOtherPrograms(request);
    await deps.identity.users.withdrawInvitation(caller, params.userId);
    return reply.send();
  },
});
