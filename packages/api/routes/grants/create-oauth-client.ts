import { forbidCaching } from '../../answer/security-headers.ts';
import { refuseOtherPrograms } from '../../request/other-programs.ts';
import { defineRoute } from '../../route.ts';
import { CLIENT_BODY_LIMIT } from '../../schemas/body-limits.ts';
import {
  clientRegistration,
  presentRegistration,
  readRegistration,
  registeredClient,
} from '../../schemas/oauth.ts';

export const createOAuthClient = defineRoute({
  method: 'POST',
  path: '/v1/users/me/oauth-clients',
  source: 'ours',
  scope: 'write',
  summary: 'Register a client that the user keeps; the body is that of POST /oauth/register',
  status: 201,
  bodyLimit: CLIENT_BODY_LIMIT,
  schemas: { body: clientRegistration, answer: registeredClient },
  errors: ['api_key_required', 'too_many_clients'],
  async handler({ deps, caller, body, request, reply }) {
    refuseOtherPrograms(request);
    forbidCaching(reply);
    const { clients } = deps.authorizationServer;
    return presentRegistration(await clients.register(readRegistration(body), caller));
  },
});
