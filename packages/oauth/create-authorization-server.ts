import { bindOperations, createJobRunner, onFirstUse } from '@countersign/base';
import { authorize } from './authorize.ts';
import { createClientDocuments } from './client-documents.ts';
import { registerClient } from './clients.ts';
import { completeConsent, decideConsent, getConsent } from './consents.ts';
import type { AuthorizationServerDeps, Library, LibraryDeps, LoadedLibrary } from './deps.ts';
import {
  AUTHORIZATION_JOBS,
  type AuthorizationJob,
  listClients,
  listGrants,
  removeClient,
  revokeGrant,
} from './grants.ts';
import {
  describeAuthorizationServer,
  describeProtectedResource,
  requestToken,
  revokeToken,
} from './token-endpoint.ts';

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

/** Creates the library, which is loaded at the first request because it takes 20 MB of memory. */
function createLibrary(deps: LibraryDeps): Library {
  const load = onFirstUse(async (): Promise<LoadedLibrary> => {
    const { startLibrary } = await import('./start-library.ts');
    return startLibrary(deps);
  });
  return {
    load: async () => void (await load()),
    send: async (request) => (await load()).send(request),
  };
}
