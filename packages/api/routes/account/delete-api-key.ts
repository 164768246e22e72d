import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

export const deleteApiKey = defineRoute({
  method: 'DELETE',
  path: '/v1/account/api-keys/:apiKeyId',
  source: 'ours',
  scope: 'write',
  summary: 'Delete an API key and end its tokens, as an owner or admin',
  status: 204,
  schemas: { params: z.object({ apiKeyId: uuid }) },
  errors: ['role_missing', 'api_key_required', 'api_key_not_found'],
  async handler({ deps, caller, params, reply }) {
    await deps.identity.apiKeys.remove(caller, params.apiKeyId);
    return reply.send();
  },
});
