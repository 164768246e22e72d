import { LANGUAGES, MAX_NAME_LENGTH } from '@countersign/identity';
import { z } from 'zod';
import { refuseOtherPrograms } from '../../request/other-programs.ts';
import { defineRoute } from '../../route.ts';
import { presentUser, user } from '../../schemas/account.ts';
import { errorLanguage } from '../../schemas/text.ts';
import { warnings } from '../../schemas/warning.ts';

export const updateMe = defineRoute({
  method: 'PATCH',
  path: '/v1/users/me',
  source: 'ours',
  scope: 'write',
  summary: 'Change your name, language or time zone',
  status: 200,
  schemas: {
    body: z.object({
      fullName: z.string().min(1).optional().meta({ maxLength: MAX_NAME_LENGTH }),
      language: z.enum(LANGUAGES).optional(),
      timeZone: z
        .string()
        .min(1)
        .optional()
        .meta({ description: 'IANA name; null goes back to that of the account.' }),
      errorLanguage,
    }),
    answer: user.extend({ warnings }),
  },
  errors: ['api_key_required'],
  async handler({ deps, caller, body: { fullName, language, timeZone }, request }) {
    refuseOtherPrograms(request);
    const isRemoved = request.nullMembers.some(([name]) => name === 'timeZone');
    const changes = { fullName, language, timeZone: isRemoved ? null : timeZone };
    return presentUser(await deps.identity.users.updateMe(caller, changes));
  },
});
