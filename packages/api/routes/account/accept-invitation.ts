import { MAX_NAME_LENGTH } from '@countersign/identity';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { presentUser, user } from '../../schemas/account.ts';
import { errorLanguage } from '../../schemas/text.ts';
import { warnings } from '../../schemas/warning.ts';

export const acceptInvitation = defineRoute({
  method: 'POST',
  path: '/v1/account/invitations/:token',
  source: 'ours',
  scope: 'public',
  summary: 'Accept an invitation with the token of its link',
  status: 200,
  schemas: {
    params: z.object({ token: z.string() }),
    body: z.object({
      fullName: z.string().min(1).meta({ maxLength: MAX_NAME_LENGTH }),
      password: z.string().min(1),
      errorLanguage,
    }),
    answer: user.extend({ warnings }),
  },
  errors: ['invitation_not_found', 'invitation_expired', 'email_address_taken'],
  handler: async ({ deps, params: { token }, body: { fullName, password } }) =>
    presentUser(await deps.identity.users.acceptInvitation({ token, fullName, password })),
});
