import { hashSecret } from '@countersign/base';
import { type Caller, IdentityError, SCOPES, type Scope } from '@countersign/identity';
import { resume } from './authorize.ts';
import { isLoopbackUri } from './clients.ts';
import { type AuthorizationDeps, findClient } from './deps.ts';
import { OAuthError } from './errors.ts';
import { recordGrant } from './grants.ts';
import type { Artifact, Grant, OAuthClient, OAuthStores } from './ports.ts';

/** The user who reads a consent, in the browser that began it. */
export interface ConsentReader extends Pick<Caller, 'userId' | 'accountId' | 'sessionId' | 'address'> {
  readonly browserSecret: string | null;
}

/** What the user consents to. The client's name and address are not verified; its redirect host is. */
export interface Consent {
  readonly clientId: string;
  readonly clientName: string;
  readonly clientUri?: string | undefined;
  readonly redirectHost: string;
  readonly scopes: readonly Scope[];
}

/** The grant of a code that is not used in this time is removed. The time is not in the specification. */
const UNUSED_GRANT_MS = 30 * 60 * 1000;

/** Finds a consent that waits for a decision. Throws `consent_not_found` and `client_unavailable`. */
export async function getConsent(
  deps: AuthorizationDeps,
  reader: ConsentReader,
  uid: string,
): Promise<Consent> {
  const artifact = await deps.database.oauth.findArtifact('Interaction', hashSecret(uid));
  const { params, result } = readConsent(deps, reader, artifact);
  if (result !== undefined) throw new OAuthError('consent_not_found');
  const client = await findClient(deps, params.client_id);
  if (client === null || !listsUri(client, params.redirect_uri)) throw new OAuthError('consent_not_found');
  const { clientUri } = client.details;
  return {
    clientId: client.clientId,
    clientName: client.clientName,
    clientUri: clientUri === undefined ? undefined : describeWebsite(clientUri),
    redirectHost: new URL(params.redirect_uri).host,
    scopes: scopesOf(params),
  };
}

/**
 * Whether the client still has the address, because a metadata document may have changed. Addresses of the
 * user's machine may have any port (RFC 8252 7.3).
 */
function listsUri({ redirectUris }: OAuthClient, uri: string): boolean {
  const known = redirectUris.filter((one) => isLoopbackUri(one)).map(withoutPort);
  return redirectUris.includes(uri) || (isLoopbackUri(uri) && known.includes(withoutPort(uri)));
}

function withoutPort(uri: string): string {
  const parsed = new URL(uri);
  parsed.port = '';
  return parsed.href;
}

/**
 * Returns the address encoded, and without credentials or a query, which could look like the host or another
 * address.
 */
function describeWebsite(uri: string): string {
  const { origin, pathname } = new URL(uri);
  return origin + pathname;
}

/**
 * Stores the decision. Resolves with the address to open next. Throws `consent_not_found`,
 * `client_unavailable` and `session_missing`.
 */
export async function decideConsent(
  deps: AuthorizationDeps,
  reader: ConsentReader,
  uid: string,
  decision: 'allow' | 'deny',
): Promise<string> {
  const { clientName } = await getConsent(deps, reader, uid);
  const { userId, accountId } = reader;
  await deps.database.transact(async (stores) => {
    await requireLockedSession(stores, reader);
    const locked = await stores.oauth.lockArtifact('Interaction', hashSecret(uid));
    const { artifact, params, result } = readConsent(deps, reader, locked);
    if (result !== undefined) throw new OAuthError('consent_not_found');
    const grantId = deps.ids.uuid();
    const createdAt = deps.clock.now();
    const grant: Grant = {
      grantId,
      userId,
      accountId,
      clientId: params.client_id,
      clientName,
      createdAt,
      scopes: scopesOf(params),
      lastUsedAt: null,
      expiresAt: new Date(createdAt.getTime() + UNUSED_GRANT_MS),
    };
    const isAllowed = decision === 'allow';
    if (isAllowed) await stores.oauth.insertGrant(grant);
    await recordGrant(deps, stores, grant, isAllowed ? 'grant.created' : 'grant.denied', reader);
    const decided = isAllowed
      ? { login: { accountId: userId, remember: false }, consent: { grantId } }
      : { error: 'access_denied', error_description: 'the user denied access' };
    await stores.oauth.saveArtifact({
      ...artifact,
      payload: { ...artifact.payload, result: decided, decidedBy: userId },
    });
  });
  return `${deps.settings.authUrl}/oauth/consents/${uid}/callback`;
}

/**
 * Locks the session. What ends the access of programs removes sessions first, so it either waits and ends
 * this grant too, or has removed the session. A switched account is another user.
 */
async function requireLockedSession(
  { browserSessions }: OAuthStores,
  { sessionId = '', userId }: ConsentReader,
): Promise<void> {
  const session = await browserSessions.lock(sessionId);
  if (session?.userId !== userId) throw new IdentityError('session_missing');
}

/**
 * Goes on after the decision. Resolves with the client's address. Throws `consent_not_found`,
 * `client_unavailable` and `invalid_client`.
 */
export async function completeConsent(
  deps: AuthorizationDeps,
  reader: ConsentReader,
  uid: string,
): Promise<string> {
  const artifact = await deps.database.oauth.findArtifact('Interaction', hashSecret(uid));
  const { params, result, decidedBy } = readConsent(deps, reader, artifact);
  if (result === undefined || decidedBy !== reader.userId) throw new OAuthError('consent_not_found');
  return resume(deps, { uid, clientId: params.client_id });
}

interface RunningConsent {
  readonly artifact: Artifact;
  readonly params: ConsentParams;
  readonly result: unknown;
  readonly decidedBy: unknown;
}

interface ConsentParams {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly scope: string;
}

/** Throws `consent_not_found` in another browser too. */
function readConsent(
  { clock }: Pick<AuthorizationDeps, 'clock'>,
  { browserSecret }: ConsentReader,
  artifact: Artifact | null,
): RunningConsent {
  const isHere =
    artifact !== null &&
    artifact.expiresAt > clock.now() &&
    browserSecret !== null &&
    artifact.browserHash === hashSecret(browserSecret);
  if (!isHere) throw new OAuthError('consent_not_found');
  const { params, result, decidedBy } = artifact.payload;
  return { artifact, params: params as ConsentParams, result, decidedBy };
}

function scopesOf({ scope }: ConsentParams): readonly Scope[] {
  return SCOPES.filter((name) => scope.split(' ').includes(name));
}
