import { defineRoute } from '../../route.ts';
import { account, presentAccount } from '../../schemas/account.ts';

export const getAccount = defineRoute({
  method: 'GET',
  path: '/v1/account',
  source: 'ours',
  scope: 'read',
  summary: 'Read the account',
  status: 200,
  schemas: { answer: account },
  errors: [],
  handler: async ({ deps, caller }) =>
    presentAccount(await deps.identity.accounts.get(caller), deps.settings.baseUrl),
});
