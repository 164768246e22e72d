import { refuseOtherPrograms } from '../../request/other-programs.ts';
import { defineRoute } from '../../route.ts';

export const removeLogo = defineRoute({
  method: 'DELETE',
  path: '/v1/account/logo',
  source: 'ours',
  scope: 'write',
  summary: 'Remove the logo, as an owner or admin',
  status: 204,
  schemas: {},
  errors: ['role_missing', 'api_key_required'],
  async handler({ deps, caller, request, reply }) {
    refuseOtherPrograms(request);
    await deps.identity.accounts.removeLogo(caller);
    return reply.send();
  },
});
