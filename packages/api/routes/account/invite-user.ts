import { LANGUAGES, MAX_NAME_LENGTH, ROLES } from '@countersign/identity';
import { z } from 'zod';
import { MESSAGE_ALLOWANCE } from '../../rate-limits/allowances.ts';
import { refuseOtherPrograms } from '../../request/other-programs.ts';
import { defineRoute } from '../../route.ts';
import { presentUser, user } from '../../schemas/account.ts';
import { errorLanguage } from '../../schemas/text.ts';
import { warnings } from '../../schemas/warning.ts';

export const inviteUser = defineRoute({
  method: 'POST',
  path: '/v1/account/users',
  source: 'ours',
  scope: 'write',
  summary: 'Invite a user by mail, as an owner or admin',
  status: 201,
  idempotent: true,
  allowance: MESSAGE_ALLOWANCE,
  schemas: {
    body: z.object({
      emailAddress: z.string().min(1),
      fullName: z.string().min(1).optional().meta({ maxLength: MAX_NAME_LENGTH }),
      role: z.enum(ROLES).optional().meta({ default: 'member' }),
      language: z
        .enum(LANGUAGES)
        .optional()
        .meta({ description: 'Of the mail and of the user; yours by default.' }),
      errorLanguage,
    }),
    answer: user.extend({ warnings }),
  },
  errors: [
    'role_missing',
    'api_key_required',
    'user_exists',
    'too_many_invitations',
    'too_many_invitation_mails',
  ],
  async handler({ deps, caller, body: { emailAddress, fullName, role, language }, request }) {
    refuseOtherPrograms(request);
    return presentUser(await deps.identity.users.invite(caller, { emailAddress, fullName, role, language }));
  },
});
