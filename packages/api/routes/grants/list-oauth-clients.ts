import { selectPage } from '@countersign/signing';
import { z } from 'zod';
import { refuseOtherPrograms } from '../../request/other-programs.ts';
import { defineRoute } from '../../route.ts';
import { presentClient, registeredClient } from '../../schemas/oauth.ts';
import { pageAnswer, pageQuery, presentPage } from '../../schemas/page.ts';

export const listOAuthClients = defineRoute({
  method: 'GET',
  path: '/v1/users/me/oauth-clients',
  source: 'ours',
  scope: 'read',
  summary: 'List the clients that the user registered, the oldest first',
  status: 200,
  schemas: {
    query: pageQuery,
    answer: pageAnswer.extend({ clients: z.array(registeredClient.omit({ warnings: true })) }),
  },
  errors: ['api_key_required'],
  async handler({ deps, caller, query, request }) {
    refuseOtherPrograms(request);
    const page = selectPage(await deps.authorizationServer.clients.list(caller), query);
    return { ...presentPage(query, page), clients: page.items.map(presentClient) };
  },
});
