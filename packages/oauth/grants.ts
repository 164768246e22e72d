import { type Clock, type IdSource, type JobDefinition, RETRY_FOR_MINUTES } from '@countersign/base';
import { DAY_MS } from '@countersign/base/time';
import { type AccountEventType, type Caller, recordEvent } from '@countersign/identity';
import type { AuthorizationServerDeps } from './deps.ts';
import { OAuthError } from './errors.ts';
import type { Grant, OAuthClient, OAuthStores, TokensDeps } from './ports.ts';

interface RecordDeps {
  readonly clock: Clock;
  readonly ids: Pick<IdSource, 'uuid'>;
}

type GrantEvent = Extract<AccountEventType, `grant.${string}`>;
type NamedGrant = Pick<Grant, 'grantId' | 'userId' | 'accountId' | 'clientId' | 'clientName'>;

/** Records an event of a grant in the log of the account, as done by the user. */
export function recordGrant(
  deps: RecordDeps,
  stores: OAuthStores,
  { grantId, userId, accountId, clientId, clientName }: NamedGrant,
  type: GrantEvent,
  { address }: Pick<Caller, 'address'> = {},
): Promise<void> {
  const details = { client: clientName, clientId };
  return recordEvent(deps, stores, { userId, accountId, address }, { type, subjectId: grantId, details });
}

type Deps = Pick<AuthorizationServerDeps, 'database' | 'clock' | 'ids'>;

/** Lists the caller's grants, oldest first. */
export function listGrants({ database }: Deps, { userId }: Caller): Promise<readonly Grant[]> {
  return database.oauth.listGrants(userId);
}

/** Ends a grant, and its codes and tokens with it. Throws `grant_not_found`. */
export async function revokeGrant(deps: Deps, caller: Caller, grantId: string): Promise<void> {
  await deps.database.transact(async (stores) => {
    const grant = await stores.oauth.lockGrant(grantId);
    if (grant?.userId !== caller.userId) throw new OAuthError('grant_not_found');
    await stores.oauth.removeGrant(grantId);
    await recordGrant(deps, stores, grant, 'grant.ended', caller);
  });
}

/** Lists the clients that the caller registered, oldest first. */
export function listClients({ database }: Deps, { userId }: Caller): Promise<readonly OAuthClient[]> {
  return database.oauth.listClients(userId);
}

/** Removes a client with its grants and tokens. Throws `client_not_found`. */
export async function removeClient(deps: Deps, caller: Caller, clientId: string): Promise<void> {
  await deps.database.transact(async (stores) => {
    const client = await stores.oauth.findClient(clientId);
    if (client === null || client.userId !== caller.userId) throw new OAuthError('client_not_found');
    await stores.oauth.removeClient(clientId);
    const details = { client: client.clientName };
    await recordEvent(deps, stores, caller, { type: 'oauth_client.removed', subjectId: clientId, details });
  });
}

export interface AuthorizationJob {
  readonly name: 'remove-expired-grants';
}

/**
 * A client that registered itself is removed after this time without use and without access. The time is not
 * in the specification.
 */
const UNUSED_CLIENT_MS = 90 * DAY_MS;

export const AUTHORIZATION_JOBS: Readonly<
  Record<AuthorizationJob['name'], JobDefinition<AuthorizationServerDeps, AuthorizationJob>>
> = {
  'remove-expired-grants': {
    run: async ({ database, clock }) => {
      const now = clock.now();
      await database.oauth.removeExpired(now);
      await database.oauth.removeUnusedClients(new Date(now.getTime() - UNUSED_CLIENT_MS));
    },
    retries: RETRY_FOR_MINUTES,
    concurrency: 1,
    schedule: '7 * * * *',
  },
};

export interface OAuthJob {
  readonly name: 'remove-expired-tokens';
}

/** Tokens last an hour, so rows last at most two. */
export const OAUTH_JOBS: Readonly<Record<OAuthJob['name'], JobDefinition<TokensDeps, OAuthJob>>> = {
  'remove-expired-tokens': {
    run: async ({ store, clock }) => void (await store.removeExpired(clock.now())),
    retries: RETRY_FOR_MINUTES,
    concurrency: 1,
    schedule: '27 * * * *',
  },
};
