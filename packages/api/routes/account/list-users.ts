import { selectPage } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { presentUser, user } from '../../schemas/account.ts';
import { pageAnswer, pageQuery, presentPage } from '../../schemas/page.ts';

export const listUsers = defineRoute({
  method: 'GET',
  path: '/v1/account/users',
  source: 'ours',
  scope: 'read',
  summary: 'List the users of the account, the oldest first',
  status: 200,
  schemas: { query: pageQuery, answer: pageAnswer.extend({ users: z.array(user) }) },
  errors: [],
  async handler({ deps, caller, query }) {
    const page = selectPage(await deps.identity.users.list(caller), query);
    return { ...presentPage(query, page), users: page.items.map(presentUser) };
  },
});
