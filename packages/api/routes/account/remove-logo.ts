import { defineRoute } from '../../route.ts';

export const removeLogo = defineRoute({
  method: 'DELETE',
  path: '/v1/account/logo',
  source: 'ours',
  scope: 'write',
  summary: 'Remove the logo, as an owner or admin',
  status: 204,
  schemas: {},
  errors: ['role_missing'],
  async handler({ deps, caller, reply }) {
    await deps.identity.accounts.removeLogo(caller);
    return reply.send();
  },
});
