import { LANGUAGES, MAX_NAME_LENGTH } from '@countersign/identity';
import { z } from 'zod';
import { refuseOtherPrograms } from '../../request/other-programs.ts';
import { defineRoute } from '../../route.ts';
import { account, presentAccount } from '../../schemas/account.ts';
import { errorLanguage } from '../../schemas/text.ts';
import { warnings } from '../../schemas/warning.ts';

export const updateAccount = defineRoute({
  method: 'PATCH',
  path: '/v1/account',
  source: 'ours',
  scope: 'write',
  summary: 'Change the account and how it presents itself, as an owner or admin',
  status: 200,
  schemas: {
    body: z.object({
      name: z.string().min(1).optional().meta({ maxLength: MAX_NAME_LENGTH }),
      timeZone: z.string().min(1).optional().meta({ description: 'IANA name, such as Europe/Stockholm.' }),
      color: z.string().optional().meta({
        description:
          'Of the signing page, as #rrggbb, readable under white text; null goes back to that of the service.',
      }),
      language: z.enum(LANGUAGES).optional().meta({ description: 'Of documents that are sent without one.' }),
      senderName: z.string().min(1).optional().meta({
        maxLength: MAX_NAME_LENGTH,
        description: 'Whom signees see as the sender; null goes back to the owner of each document.',
      }),
      errorLanguage,
    }),
    answer: account.extend({ warnings }),
  },
  errors: ['role_missing', 'api_key_required'],
  async handler({ deps, caller, body, request }) {
    refuseOtherPrograms(request);
    const { name, timeZone, color, language, senderName } = body;
    const isRemoved = (member: string) => request.nullMembers.some(([removed]) => removed === member);
    const account = await deps.identity.accounts.update(caller, {
      ...{ name, timeZone, language },
      color: isRemoved('color') ? null : color,
      senderName: isRemoved('senderName') ? null : senderName,
    });
    return presentAccount(account, deps.settings.baseUrl);
  },
});
