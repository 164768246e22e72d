import { z } from 'zod';
import { readBrowser } from '../request/client.ts';
import { defineRoute } from '../route.ts';
import { account, presentAccount } from '../schemas/account.ts';

const closeAccount = defineRoute({
  method: 'POST',
  path: '/v1/account/close',
  source: 'ours',
  scope: 'session',
  summary: 'Close the account, as an owner: access ends at once, and it is removed after 30 days',
  status: 200,
  hidden: true,
  schemas: {
    body: z.object({
      currentPassword: z
        .string()
        .default('')
        .meta({ description: 'Of the user; required unless the user came by single sign-on.' }),
      accountName: z.string().meta({ description: 'The name of the account, typed by the owner.' }),
    }),
    answer: account,
  },
  errors: ['role_missing', 'password_wrong', 'sign_in_again', 'too_many_attempts'],
  async handler({ deps, caller, body, request }) {
    const { baseUrl } = deps.settings;
    const closed = await deps.identity.accounts.close(caller, body, readBrowser(request, baseUrl));
    return presentAccount(closed, baseUrl);
  },
});

const reopenAccount = defineRoute({
  method: 'POST',
  path: '/v1/account/reopen',
  source: 'ours',
  scope: 'session',
  summary: 'Reopen a closed account within 30 days, as an owner',
  status: 200,
  hidden: true,
  servesClosedAccounts: true,
  schemas: { answer: account },
  errors: ['role_missing', 'account_suspended', 'account_not_reopenable'],
  handler: async ({ deps, caller }) =>
    presentAccount(await deps.identity.accounts.reopen(caller), deps.settings.baseUrl),
});

export const accountEndRoutes = { closeAccount, reopenAccount };
