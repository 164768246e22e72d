import { MAX_NAME_LENGTH } from '@countersign/identity';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { account, presentAccount } from '../../schemas/account.ts';
import { errorLanguage } from '../../schemas/text.ts';
import { warnings } from '../../schemas/warning.ts';

export const updateAccount = defineRoute({
  method: 'PATCH',
  path: '/v1/account',
  source: 'ours',
  scope: 'write',
  summary: 'Change the name or the time zone of the account, as an owner or admin',
  status: 200,
  schemas: {
    body: z.object({
      name: z.string().min(1).optional().meta({ maxLength: MAX_NAME_LENGTH }),
      timeZone: z.string().min(1).optional().meta({ description: 'IANA name, such as Europe/Stockholm.' }),
      errorLanguage,
    }),
    answer: account.extend({ warnings }),
  },
  errors: ['role_missing'],
  handler: async ({ deps, caller, body: { name, timeZone } }) =>
    presentAccount(await deps.identity.accounts.update(caller, { name, timeZone })),
});
