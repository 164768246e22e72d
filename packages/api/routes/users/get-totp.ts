import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { timestamp } from '../../schemas/text.ts';

export const getTotp = defineRoute({
  method: 'GET',
  path: '/v1/users/me/totp',
  source: 'ours',
  scope: 'session',
  summary: 'Say whether you have an authenticator app, and how many recovery codes are left',
  status: 200,
  hidden: true,
  schemas: {
    answer: z.object({
      isEnabled: z.boolean(),
      enabledAt: timestamp.nullable(),
      recoveryCodesLeft: z.int(),
    }),
  },
  errors: [],
  async handler({ deps, caller }) {
    const { enabledAt, ...state } = await deps.identity.totp.get(caller);
    return { ...state, enabledAt: enabledAt?.toISOString() ?? null };
  },
});
