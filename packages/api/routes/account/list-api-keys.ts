import { selectPage } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { apiKey, presentApiKey } from '../../schemas/account.ts';
import { pageAnswer, pageQuery, presentPage } from '../../schemas/page.ts';

export const listApiKeys = defineRoute({
  method: 'GET',
  path: '/v1/account/api-keys',
  source: 'ours',
  scope: 'read',
  summary: 'List the API keys of the account, the oldest first, as an owner or admin',
  status: 200,
  schemas: { query: pageQuery, answer: pageAnswer.extend({ apiKeys: z.array(apiKey) }) },
  errors: ['role_missing', 'api_key_required'],
  async handler({ deps, caller, query }) {
    const page = selectPage(await deps.identity.apiKeys.list(caller), query);
    return { ...presentPage(query, page), apiKeys: page.items.map(presentApiKey) };
  },
});
