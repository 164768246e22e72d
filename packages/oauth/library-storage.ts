/** oidc-provider stores clients, grants, codes and tokens in our tables, and secrets as hashes only. */

import { hashSecret } from '@countersign/base';
import { SCOPES } from '@countersign/identity';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import Provider from 'oidc-provider';
import { isLoopbackUri } from './clients.ts';
import { currentRequest, type LibraryStorageDeps, type RunningRequest } from './deps.ts';
import {
  ARTIFACT_KINDS,
  type Artifact,
  type ArtifactKind,
  type Grant,
  type OAuthClient,
  type OAuthStores,
} from './ports.ts';

/**
 * A refresh token works again for this time, because its answer may have been lost. The time is not in the
 * specification.
 */
const REFRESH_GRACE_MS = 10_000;
/** The date marks refresh tokens of lost answers, which have no grace. */
const VOID_SINCE = new Date(0);
const MS_PER_SECOND = 1000;

/** The library does not call these for a kind. */
const UNUSED: Adapter = {
  upsert: refuse,
  find: refuse,
  findByUid: refuse,
  findByUserCode: refuse,
  consume: refuse,
  destroy: refuse,
  // Codes and tokens end with their grant, which removes the rows.
  revokeByGrantId: async () => undefined,
};

export function createLibraryStorage(deps: LibraryStorageDeps): (kind: string) => Adapter {
  return (kind) => {
    const artifactKind = ARTIFACT_KINDS.find((one) => one === kind);
    if (artifactKind !== undefined) return storeArtifacts(deps, artifactKind);
    if (kind === 'Client') return CLIENTS;
    if (kind === 'Grant') return GRANTS;
    if (kind === 'AccessToken') return storeAccessTokens(deps);
    if (kind === 'Session') return FORGOTTEN_SESSIONS;
    return UNUSED;
  };
}

/** The library stores sessions, which are of no use here. */
const FORGOTTEN_SESSIONS: Adapter = {
  ...UNUSED,
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  destroy: async () => undefined,
};

const CLIENTS: Adapter = {
  ...UNUSED,
  async find(clientId) {
    const running = currentRequest();
    if (running.documentClient?.clientId === clientId) return describeClient(running.documentClient);
    const client = await running.stores.oauth.findClient(clientId);
    if (client === null) return undefined;
    running.client = client;
    return describeClient(client);
  },
};

/** Describes a client as the library does [4.2-42]. */
function describeClient(client: OAuthClient): AdapterPayload {
  return {
    client_id: client.clientId,
    client_name: client.clientName,
    redirect_uris: [...client.redirectUris],
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: client.authMethod,
    // A native client may use any port of a loopback address (RFC 8252 7.3).
    application_type: client.redirectUris.some((uri) => isLoopbackUri(uri)) ? 'native' : 'web',
    ...(client.secretHash === null ? {} : { client_secret: client.secretHash }),
  };
}

const GRANTS: Adapter = {
  ...UNUSED,
  async find(grantId) {
    const grant = await currentRequest().stores.oauth.lockGrant(grantId);
    return grant === null ? undefined : describeGrant(grant);
  },
  async destroy(grantId) {
    const running = currentRequest();
    running.endedGrant = await running.stores.oauth.lockGrant(grantId);
    await running.stores.oauth.removeGrant(grantId);
  },
};

function describeGrant({ grantId, userId, clientId, scopes, createdAt, expiresAt }: Grant): AdapterPayload {
  return {
    jti: grantId,
    kind: 'Grant',
    accountId: userId,
    clientId,
    openid: { scope: scopes.join(' ') },
    iat: toSeconds(createdAt),
    exp: toSeconds(expiresAt),
  };
}

function storeAccessTokens({ clock }: LibraryStorageDeps): Adapter {
  return {
    ...UNUSED,
    async upsert(token, { grantId, scope = '' }, lifetimeSeconds = 0) {
      const { stores, scopes = SCOPES } = currentRequest();
      const grant = grantId === undefined ? null : await stores.oauth.lockGrant(grantId);
      if (grant === null) throw new Error('an access token has no grant');
      const granted = scope.split(' ');
      const createdAt = clock.now();
      await stores.accessTokens.insert({
        tokenHash: hashSecret(token),
        userId: grant.userId,
        accountId: grant.accountId,
        apiKeyId: null,
        grantId: grant.grantId,
        scopes: scopes.filter((name) => granted.includes(name)),
        createdAt,
        expiresAt: new Date(createdAt.getTime() + lifetimeSeconds * MS_PER_SECOND),
      });
    },
    async find(token) {
      const { stores } = currentRequest();
      const found = await stores.accessTokens.findByHash(hashSecret(token));
      const grant = found?.grantId == null ? null : await stores.oauth.lockGrant(found.grantId);
      if (found === null || grant === null) return undefined;
      return {
        jti: token,
        kind: 'AccessToken',
        format: 'opaque',
        accountId: grant.userId,
        clientId: grant.clientId,
        grantId: grant.grantId,
        scope: found.scopes.join(' '),
        exp: toSeconds(found.expiresAt),
      };
    },
    async destroy(token) {
      const running = currentRequest();
      await running.stores.accessTokens.remove(hashSecret(token));
      running.hasRevoked = true;
    },
  };
}

function storeArtifacts({ clock }: LibraryStorageDeps, kind: ArtifactKind): Adapter {
  return {
    ...UNUSED,
    async upsert(secret, { jti: _, ...payload }, lifetimeSeconds = 0) {
      const { stores, browserHash = null } = currentRequest();
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + lifetimeSeconds * MS_PER_SECOND);
      const grantId = payload.grantId ?? null;
      await stores.oauth.saveArtifact({
        kind,
        idHash: hashSecret(secret),
        grantId,
        replacedHash: kind === 'RefreshToken' ? findReplaced() : null,
        browserHash: kind === 'Interaction' ? browserHash : null,
        payload,
        consumedAt: null,
        expiresAt,
      });
      if (kind === 'RefreshToken' && grantId !== null)
        await stores.oauth.markGrantUsed(grantId, now, expiresAt);
    },
    async find(secret) {
      const running = currentRequest();
      const found = await running.stores.oauth.lockArtifact(kind, hashSecret(secret));
      if (found === null) return undefined;
      const isUsed = found.consumedAt !== null && !(await isAnswerLost(running.stores, found, clock.now()));
      running.isOtherRedirect = !isUsed && isForOtherRedirect(found, running, clock.now());
      return { ...found.payload, jti: secret, ...(isUsed ? { consumed: true } : {}) };
    },
    consume: (secret) => currentRequest().stores.oauth.consumeArtifact(kind, hashSecret(secret), clock.now()),
    async destroy(secret) {
      const running = currentRequest();
      await running.stores.oauth.removeArtifact(kind, hashSecret(secret));
      if (kind === 'RefreshToken') running.hasRevoked = true;
    },
  };
}

/** The library refuses such a code as it refuses others, so that its error does not say why. */
function isForOtherRedirect(code: Artifact, { redirectUri }: RunningRequest, now: Date): boolean {
  if (code.kind !== 'AuthorizationCode' || code.expiresAt <= now) return false;
  if (code.payload.clientId !== Provider.ctx?.oidc.client?.clientId) return false;
  return code.payload.redirectUri !== redirectUri;
}

/** Finds the refresh token that this request replaces. */
function findReplaced(): string | null {
  const replaced = Provider.ctx?.oidc.entities.RotatedRefreshToken;
  return replaced === undefined ? null : hashSecret(replaced.jti);
}

/**
 * Whether a token was used a short time ago and its replacements were not, as after a lost answer. These then
 * count as used, so that using one ends the grant.
 */
async function isAnswerLost({ oauth }: OAuthStores, used: Artifact, now: Date): Promise<boolean> {
  const context = Provider.ctx?.oidc;
  if (used.kind !== 'RefreshToken' || context?.route !== 'token' || used.consumedAt === null) return false;
  if (used.payload.clientId !== context.client?.clientId) return false;
  if (now.getTime() - used.consumedAt.getTime() > REFRESH_GRACE_MS) return false;
  const replacements = await oauth.listReplacements(used.idHash);
  if (replacements.some(({ consumedAt }) => consumedAt !== null && consumedAt > VOID_SINCE)) return false;
  const live = replacements.filter(({ consumedAt }) => consumedAt === null);
  for (const { idHash } of live) await oauth.consumeArtifact('RefreshToken', idHash, VOID_SINCE);
  return true;
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / MS_PER_SECOND);
}

function refuse(): Promise<never> {
  return Promise.reject(new Error('the library stores nothing of this kind'));
}
