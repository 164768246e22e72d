import { type Clock, hashSecret, type IdSource, invalid } from '@countersign/base';
import { isHostName } from '@countersign/base/text';
import { type Caller, recordEvent } from '@countersign/identity';
import { OAuthError, refuseProblems } from './errors.ts';
import type { ClientAuthMethod, ClientDetails, OAuthClient, OAuthDatabase } from './ports.ts';

/** RFC 8252 7.3 does not know other addresses of 127.0.0.0/8. */
const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost'];

export interface RedirectRules {
  /** Public clients may use http on the user's machine (RFC 8252). */
  readonly allowLoopback: boolean;
}

/** Answers have these parameters once (RFC 6749 3.1, RFC 9207). */
const ANSWER_PARAMETERS = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri'];

/**
 * Whether the address is absolute HTTPS without a fragment [4.2-36] [4.2-37], credentials and the parameters
 * of answers.
 */
function isRedirectUri(uri: string, isPublic: boolean, { allowLoopback }: RedirectRules): boolean {
  // Parsing would change other characters, so the comparison would not be exact.
  if (!/^[\x21-\x7e]+$/.test(uri) || /[#\\]/.test(uri)) return false;
  const parsed = URL.parse(uri);
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return false;
  // The comparison is exact and finds no pattern, so a client with a wildcard could never be used.
  if (!isHostName(parsed.hostname)) return false;
  if (ANSWER_PARAMETERS.some((name) => parsed.searchParams.has(name))) return false;
  if (/^https:\/\//.test(uri)) return true;
  return allowLoopback && isPublic && isLoopbackUri(uri);
}

/**
 * Returns the indexes of addresses that may not be used alone, or of https on the user's machine beside http
 * there, which the library does not take.
 */
export function findRefusedUris(
  uris: readonly string[],
  isPublic: boolean,
  rules: RedirectRules,
): readonly number[] {
  const isNative = uris.some((uri) => isLoopbackUri(uri));
  return uris.flatMap((uri, index) =>
    isRedirectUri(uri, isPublic, rules) && !(isNative && isLoopbackUri(uri, 'https:')) ? [] : [index],
  );
}

export function isLoopbackUri(uri: string, protocol: 'http:' | 'https:' = 'http:'): boolean {
  const parsed = URL.parse(uri);
  return parsed !== null && parsed.protocol === protocol && LOOPBACK_HOSTS.includes(parsed.hostname);
}

export const MAX_CLIENT_NAME_LENGTH = 512;
export const MAX_URI_LENGTH = 2048;
/** The limit holds for one user. It is not in the specification. */
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
  /** The secret is shown once [4.2-56]; null for public clients. */
  readonly secret: string | null;
}

/** Registers a client. Throws `invalid_request` for a redirect URI that is not allowed. */
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
  await deps.database.transact(async (stores) => {
    // The lock makes registrations wait for each other, so that they are counted.
    await stores.accounts.lockAccount(caller.accountId);
    if ((await stores.oauth.listClients(caller.userId)).length >= MAX_CLIENTS)
      throw new OAuthError('too_many_clients', { max: MAX_CLIENTS });
    await stores.oauth.insertClient(client);
    const { clientId: subjectId, clientName } = client;
    const details = { client: clientName };
    await recordEvent(deps, stores, caller, { type: 'oauth_client.created', subjectId, details });
  });
}
