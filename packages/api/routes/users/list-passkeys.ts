import { selectPage } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { pageAnswer, pageQuery, presentPage } from '../../schemas/page.ts';
import { passkey, presentPasskey } from '../../schemas/passkey.ts';

export const listPasskeys = defineRoute({
  method: 'GET',
  path: '/v1/users/me/passkeys',
  source: 'ours',
  scope: 'session',
  summary: 'List your passkeys, the oldest first',
  status: 200,
  hidden: true,
  schemas: { query: pageQuery, answer: pageAnswer.extend({ passkeys: z.array(passkey) }) },
  errors: [],
  async handler({ deps, caller, query }) {
    const page = selectPage(await deps.identity.passkeys.list(caller), query);
    return { ...presentPage(query, page), passkeys: page.items.map(presentPasskey) };
  },
});
