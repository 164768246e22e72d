import { CAPABILITIES } from '@countersign/identity';
import { MAX_PERSONAL_MESSAGE_LENGTH, MAX_SIGNEES, MERGE_COUNT } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';

export const getCapabilities = defineRoute({
  method: 'GET',
  path: '/v1/account/capabilities',
  source: 'specification',
  scope: 'read',
  summary: 'List what the account may use, and the limits',
  status: 200,
  schemas: {
    answer: z.object({
      ...Object.fromEntries(CAPABILITIES.map((name) => [name, z.boolean()])),
      limits: z.object({
        maxFileSize: z.int().meta({ description: 'Bytes.' }),
        maxSignees: z.int(),
        maxPersonalMessage: z.int().meta({ description: 'Characters.' }),
        maxMergedFiles: z.int(),
      }),
    }),
  },
  errors: [],
  async handler({ deps, caller }) {
    return {
      ...(await deps.identity.accounts.getCapabilities(caller)),
      limits: {
        maxFileSize: deps.settings.maxFileBytes,
        maxSignees: MAX_SIGNEES,
        maxPersonalMessage: MAX_PERSONAL_MESSAGE_LENGTH,
        maxMergedFiles: MERGE_COUNT.max,
      },
    };
  },
});
