import { LANGUAGES } from '@countersign/identity';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';

export const getCallersUser = defineRoute({
  method: 'GET',
  path: '/v1/users/me',
  source: 'ours',
  scope: 'read',
  summary: 'Read the user whose token it is',
  status: 200,
  schemas: {
    answer: z.object({
      userId: z.string(),
      fullName: z.string(),
      emailAddress: z.string(),
      language: z.enum(LANGUAGES),
      accountId: z.string(),
      accountName: z.string(),
    }),
  },
  errors: [],
  async handler({ deps, caller }) {
    const { user, account } = await deps.identity.users.me(caller);
    const { userId, fullName, emailAddress, language } = user;
    return {
      userId,
      fullName,
      emailAddress,
      language,
      accountId: account.accountId,
      accountName: account.name,
    };
  },
});
