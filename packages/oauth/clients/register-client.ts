import {
  type Caller,
  type Clock,
  hashSecret,
  type IdSource,
  invalid,
  recordEvent,
} from '@countersign/identity';
import { OAuthError, refuseProblems } from '../errors.ts';
import type { ClientAuthMethod, ClientDetails, OAuthClient, OAuthDatabase } from '../ports.ts';
import { findRefusedUris, type RedirectRules } from './redirect-uri.ts';

export const MAX_CLIENT_NAME_LENGTH = 512;
export const MAX_URI_LENGTH = 2048;
/** Not in the specification. Of one user. */
const MAX_CLIENTS = 50;

export interface RegistrationDeps {
  readonly database: OAuthDatabase;
  readonly clock: Clock;
  readonly ids: Pick<IdSource, 'uuid' | 'secret'>;
  readonly settings: RedirectRules;
}

export interface RegisterClient {
  readonly clientName: string;
  readonly redirectUris: readonly string[];
  readonly authMethod: ClientAuthMethod;
  readonly details: ClientDetails;
}

export interface RegisteredClient {
  readonly client: OAuthClient;
  /** Shown once [4.2-56]; null for public clients. */
  readonly secret: string | null;
}

/** Throws `invalid_request` for a redirect URI that is not allowed. */
export async function registerClient(
  deps: RegistrationDeps,
  command: RegisterClient,
  caller: Caller | null = null,
): Promise<RegisteredClient> {
  const { database, clock, ids, settings } = deps;
  const { clientName, redirectUris, authMethod, details } = command;
  const isPublic = authMethod === 'none';
  refuseProblems(
    findRefusedUris(redirectUris, isPublic, settings).map((index) =>
      invalid(`redirect_uris.${index}`, 'redirect_uri'),
    ),
  );
  const secret = isPublic ? null : ids.secret();
  const client: OAuthClient = {
    clientId: ids.uuid(),
    clientName,
    redirectUris: [...new Set(redirectUris)],
    authMethod,
    secretHash: secret === null ? null : hashSecret(secret),
    details,
    userId: caller?.userId ?? null,
    createdAt: clock.now(),
    lastUsedAt: null,
  };
  if (caller === null) await database.oauth.insertClient(client);
  else await insertForUser(deps, caller, client);
  return { client, secret };
}

async function insertForUser(deps: RegistrationDeps, caller: Caller, client: OAuthClient): Promise<void> {
  const { oauth } = deps.database;
  await deps.database.transact(async (stores) => {
    // So that registrations are counted one after the other.
    await stores.accounts.lockAccount(caller.accountId);
    if ((await oauth.listClients(caller.userId)).length >= MAX_CLIENTS)
      throw new OAuthError('too_many_clients', { max: MAX_CLIENTS });
    await oauth.insertClient(client);
    const { clientId: subjectId, clientName } = client;
    const details = { client: clientName };
    await recordEvent(deps, stores, caller, { type: 'oauth_client.created', subjectId, details });
  });
}
