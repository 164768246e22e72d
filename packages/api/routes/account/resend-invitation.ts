import { z } from 'zod';
import { MESSAGE_ALLOWANCE } from '../../rate-limits/allowances.ts';
import { refuseOtherPrograms } from '../../request/other-programs.ts';
import { defineRoute } from '../../route.ts';
import { presentUser, user } from '../../schemas/account.ts';
import { uuid } from '../../schemas/text.ts';
import { warnings } from '../../schemas/warning.ts';

export const resendInvitation = defineRoute({
  method: 'POST',
  path: '/v1/account/users/:userId/invitation',
  source: 'ours',
  scope: 'write',
  summary: 'Mail a new link to an invited user and end the earlier ones, as an owner or admin',
  status: 200,
  idempotent: true,
  allowance: MESSAGE_ALLOWANCE,
  schemas: {
    params: z.object({ userId: uuid }),
    answer: user.extend({ warnings }),
  },
  errors: [
    'role_missing',
    'api_key_required',
    'user_not_found',
    'user_not_invited',
    'too_many_invitation_mails',
  ],
  async handler({ deps, caller, params, request }) {
    refuseOtherPrograms(request);
    return presentUser(await deps.identity.users.resendInvitation(caller, params.userId));
  },
});
