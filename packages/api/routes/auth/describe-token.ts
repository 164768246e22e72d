import { formatScope } from '@countersign/oauth';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';

export const describeToken = defineRoute({
  method: 'GET',
  path: '/v1/auth/token',
  source: 'specification',
  scope: 'token',
  summary: 'Describe the access token in use',
  status: 200,
  errorShape: 'oauth',
  schemas: {
    answer: z.object({
      userId: z.string(),
      accountId: z.string(),
      scope: z.string(),
      token_type: z.literal('Bearer'),
      expires_in: z.int().meta({ description: 'Seconds left.' }),
    }),
  },
  errors: [],
  async handler({ deps, caller, request }) {
    const expiresAt = request.holder?.expiresAt.getTime() ?? 0;
    return {
      userId: caller.userId,
      accountId: caller.accountId,
      scope: formatScope(caller.scopes),
      token_type: 'Bearer' as const,
      expires_in: Math.max(0, Math.ceil((expiresAt - deps.clock.now().getTime()) / 1000)),
    };
  },
});
