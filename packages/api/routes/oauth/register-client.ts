import { forbidCaching } from '../../answer/security-headers.ts';
import { defineRoute } from '../../route.ts';
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
  // Ten redirect URIs and four pages of 2048 characters.
  bodyLimit: 64 * 1024,
  perHour: ({ registrationsPerHour }) => registrationsPerHour,
  schemas: { body: clientRegistration, answer: registeredClient },
  errors: [],
  async handler({ deps, body, reply }) {
    forbidCaching(reply);
    return presentRegistration(await deps.authorizationServer.clients.register(readRegistration(body)));
  },
});
