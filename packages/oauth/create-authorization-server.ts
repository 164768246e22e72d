import { bindOperations, createJobRunner } from '@countersign/identity';
import { createClientDocuments } from './clients/client-documents.ts';
import { registerClient } from './clients/register-client.ts';
import { completeConsent, decideConsent, getConsent } from './consents/consents.ts';
import { listClients, listGrants, removeClient, revokeGrant } from './grants/grants.ts';
import { AUTHORIZATION_JOBS, type AuthorizationJob } from './jobs/authorization-jobs.ts';
import { authorize } from './server/authorize.ts';
import type { AuthorizationServerDeps } from './server/deps.ts';
import { createLibrary } from './server/library.ts';
import { describeAuthorizationServer, describeProtectedResource } from './server/metadata.ts';
import { requestToken } from './server/request-token.ts';
import { revokeToken } from './server/revoke-token.ts';

export type AuthorizationServer = ReturnType<typeof createAuthorizationServer>;

/** Operations reject with `OAuthError` if a rule refuses them. */
export function createAuthorizationServer(given: AuthorizationServerDeps) {
  const { settings } = given;
  const deps = {
    ...given,
    library: createLibrary({ ...given, issuer: settings.authUrl }),
    documents: createClientDocuments(given),
  };
  return {
    metadata: describeAuthorizationServer(settings),
    describeResource: (resource: string) => describeProtectedResource(settings, resource),
    ...bindOperations(deps, { authorize, requestToken, revokeToken }),
    clients: bindOperations(deps, { register: registerClient, list: listClients, remove: removeClient }),
    consents: bindOperations(deps, { get: getConsent, decide: decideConsent, complete: completeConsent }),
    grants: bindOperations(deps, { list: listGrants, revoke: revokeGrant }),
    jobs: createJobRunner<AuthorizationServerDeps, AuthorizationJob>(given, AUTHORIZATION_JOBS),
  };
}
