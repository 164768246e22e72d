import { selectPage } from '@countersign/signing';
import { z } from 'zod';
import { refuseOtherPrograms } from '../../request/other-programs.ts';
import { defineRoute } from '../../route.ts';
import { grant, presentGrant } from '../../schemas/oauth.ts';
import { pageAnswer, pageQuery, presentPage } from '../../schemas/page.ts';

export const listGrants = defineRoute({
  method: 'GET',
  path: '/v1/users/me/grants',
  source: 'ours',
  scope: 'read',
  summary: 'List the programs that the user gave access to, the oldest first',
  status: 200,
  schemas: { query: pageQuery, answer: pageAnswer.extend({ grants: z.array(grant) }) },
  errors: ['api_key_required'],
  async handler({ deps, caller, query, request }) {
    refuseOtherPrograms(request);
    const page = selectPage(await deps.authorizationServer.grants.list(caller), query);
    return { ...presentPage(query, page), grants: page.items.map(presentGrant) };
  },
});
