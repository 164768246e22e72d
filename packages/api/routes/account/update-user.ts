import { ROLES } from '@countersign/identity';
import { z } from 'zod';
import { refuseOtherPrograms } from '../../request/other-programs.ts';
import { defineRoute } from '../../route.ts';
import { presentUser, user } from '../../schemas/account.ts';
import { errorLanguage, uuid } from '../../schemas/text.ts';
import { warnings } from '../../schemas/warning.ts';

export const updateUser = defineRoute({
  method: 'PATCH',
  path: '/v1/account/users/:userId',
  source: 'ours',
  scope: 'write',
  summary: 'Change the role of a user, deactivate or activate one, as an owner or admin',
  status: 200,
  schemas: {
    params: z.object({ userId: uuid }),
    body: z.object({
      role: z.enum(ROLES).optional(),
      status: z.enum(['active', 'deactivated']).optional(),
      errorLanguage,
    }),
    answer: user.extend({ warnings }),
  },
  errors: ['role_missing', 'api_key_required', 'last_owner', 'user_not_found', 'user_invited'],
  async handler({ deps, caller, params, body: { role, status }, request }) {
    refuseOtherPrograms(request);
    return presentUser(await deps.identity.users.update(caller, params.userId, { role, status }));
  },
});
