import { forbidCaching } from '../../answer/security-headers.ts';
import { defineRoute } from '../../route.ts';
import { CLIENT_BODY_LIMIT } from '../../schemas/body-limits.ts';
import {
  clientRegistration,
  presentRegistration,
  readRegistration,
  registeredClient,
} from '../../schemas/oauth.ts';

export const registerClient = defineRoute({
  method: 'POST',
  path: '/oauth/register',
  alsoAt: ['/v1/oauth/register'],
  source: 'specification',
  scope: 'public',
  summary: 'Register a client (RFC 7591)',
  status: 201,
  errorShape: 'registration',
  bodyLimit: CLIENT_BODY_LIMIT,
  perHour: ({ registrationsPerHour }) => registrationsPerHour,
  schemas: { body: clientRegistration, answer: registeredClient },
  errors: [],
  async handler({ deps, body, reply }) {
    forbidCaching(reply);
    return presentRegistration(await deps.authorizationServer.clients.register(readRegistration(body)));
  },
});
