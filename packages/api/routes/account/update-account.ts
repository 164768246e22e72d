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
  summary: 'Change the name, time zone or color of the account, as an owner or admin',
  status: 200,
  schemas: {
    body: z.object({
      name: z.string().min(1).optional().meta({ maxLength: MAX_NAME_LENGTH }),
      timeZone: z.string().min(1).optional().meta({ description: 'IANA name, such as Europe/Stockholm.' }),
      color: z.string().optional().meta({
        description:
          'Of the signing page, as #rrggbb, readable under white text; null goes back to that of the service.',
      }),
      errorLanguage,
    }),
    answer: account.extend({ warnings }),
  },
  errors: ['role_missing'],
  async handler({ deps, caller, body: { name, timeZone, color }, request }) {
    const isRemoved = request.nullMembers.some(([member]) => member === 'color');
    const changes = { name, timeZone, color: isRemoved ? null : color };
    return presentAccount(await deps.identity.accounts.update(caller, changes));
  },
});
