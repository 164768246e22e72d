import { type Caller, recordEvent } from '@countersign/identity';
import { OAuthError } from '../errors.ts';
import type { Grant, OAuthClient } from '../ports.ts';
import type { AuthorizationServerDeps } from '../server/deps.ts';
import { recordGrant } from './record-grant.ts';

type Deps = Pick<AuthorizationServerDeps, 'database' | 'clock' | 'ids'>;

/** The oldest first. */
export function listGrants({ database }: Deps, { userId }: Caller): Promise<readonly Grant[]> {
  return database.oauth.listGrants(userId);
}

/** Its codes and tokens end at once. Throws `grant_not_found`. */
export async function revokeGrant(deps: Deps, caller: Caller, grantId: string): Promise<void> {
  const { database } = deps;
  await database.transact(async (stores) => {
    const grant = await database.oauth.findGrant(grantId);
    if (grant?.userId !== caller.userId) throw new OAuthError('grant_not_found');
    await database.oauth.removeGrant(grantId);
    await recordGrant(deps, stores, grant, 'grant.ended', caller);
  });
}

/** Registered by the caller, the oldest first. */
export function listClients({ database }: Deps, { userId }: Caller): Promise<readonly OAuthClient[]> {
  return database.oauth.listClients(userId);
}

/** Its grants and tokens end too. Throws `client_not_found`. */
export async function removeClient(deps: Deps, caller: Caller, clientId: string): Promise<void> {
  const { database } = deps;
  await database.transact(async (stores) => {
    const client = await database.oauth.findClient(clientId);
    if (client === null || client.userId !== caller.userId) throw new OAuthError('client_not_found');
    await database.oauth.removeClient(clientId);
    const details = { client: client.clientName };
    await recordEvent(deps, stores, caller, { type: 'oauth_client.removed', subjectId: clientId, details });
  });
}
