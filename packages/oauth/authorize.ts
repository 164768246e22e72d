import { hashSecret } from '@countersign/base';
import {
  type AuthorizationDeps,
  CONSENT_PREFIX,
  findDocumentClient,
  isOwnResource,
  LIBRARY_PATHS,
  omitEmpty,
  pickParameters,
  type RunningRequest,
  readScope,
  sendToLibrary,
  touchClient,
  transactIf,
} from './deps.ts';
import { OAuthError } from './errors.ts';
import { parseScope } from './tokens.ts';

export interface AuthorizationRequest {
  /** The query as the browser sent it. */
  readonly parameters: URLSearchParams;
  readonly isSignedIn: boolean;
  /** The secret binds the consent to this browser. */
  readonly browserSecret: string;
}

export type AuthorizationAnswer =
  | { readonly kind: 'sign_in' }
  | { readonly kind: 'consent'; readonly uid: string }
  | { readonly kind: 'redirect'; readonly location: string };

/** Other parameters are ignored (RFC 6749 3.1), because the library would read those of OpenID Connect. */
const PARAMETERS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;

/**
 * Begins an authorization. Throws `OAuthError` if the redirect cannot be trusted; other errors are redirects,
 * which only signed-in users get (RFC 9700 4.11.2).
 */
export async function authorize(
  deps: AuthorizationDeps,
  { parameters: given, isSignedIn, browserSecret }: AuthorizationRequest,
): Promise<AuthorizationAnswer> {
  const parameters = omitEmpty(given);
  const query = keepKnown(parameters);
  const documentClient = await findDocumentClient(deps, query.get('client_id'));
  return transactIf<AuthorizationAnswer>(deps, async (stores) => {
    const running: RunningRequest = { ...documentClient, stores, browserHash: hashSecret(browserSecret) };
    const { location, refusal } = await sendToLibrary(deps, running, {
      method: 'GET',
      path: LIBRARY_PATHS.authorization,
      query,
    });
    if (location === undefined) throw refusal ?? new OAuthError('invalid_request');
    if (!isSignedIn) return { keep: false, result: { kind: 'sign_in' } };
    const uid = readConsentId(location);
    if (uid === null) return { keep: false, result: { kind: 'redirect', location: asQuery(location) } };
    const refused = findRefused(deps, parameters);
    if (refused === null) {
      await touchClient(deps, running);
      return { keep: true, result: { kind: 'consent', uid } };
    }
    return { keep: false, result: { kind: 'redirect', location: refuseByRedirect(deps, query, refused) } };
  });
}

/**
 * Goes on after the consent. Resolves with the client's address. Throws `consent_not_found`,
 * `client_unavailable` and `invalid_client`.
 */
export async function resume(
  deps: AuthorizationDeps,
  { uid, clientId }: { readonly uid: string; readonly clientId: string },
): Promise<string> {
  const documentClient = await findDocumentClient(deps, clientId);
  return transactIf(deps, async (stores) => {
    const running: RunningRequest = { ...documentClient, stores };
    const { location, refusal } = await sendToLibrary(deps, running, {
      method: 'GET',
      path: `${LIBRARY_PATHS.authorization}/${uid}`,
      resume: uid,
    });
    if (location === undefined || readConsentId(location) !== null)
      throw refusal ?? new OAuthError('consent_not_found');
    return { keep: true, result: location };
  });
}

function keepKnown(parameters: URLSearchParams): URLSearchParams {
  const known = pickParameters(parameters, PARAMETERS);
  const scope = readScope(parameters);
  if (!known.has('scope') && scope !== undefined) known.set('scope', scope);
  return known;
}

/** Finds what the library does not check. */
function findRefused({ settings }: AuthorizationDeps, parameters: URLSearchParams): Refused | null {
  const scope = readScope(parameters);
  // There is no default scope (RFC 6749 3.3).
  if (scope === undefined)
    return { error: 'invalid_scope', error_description: 'scope is required: read, write, or read write' };
  try {
    parseScope(scope);
  } catch {
    return { error: 'invalid_scope', error_description: 'scope must be read, write, or read write' };
  }
  if (isOwnResource(parameters, settings)) return null;
  return { error: 'invalid_target', error_description: 'resource is not this service' };
}

/** The library puts errors of other response types into the fragment, from where they are moved. */
function asQuery(location: string): string {
  const [address = '', fragment] = location.split('#');
  return fragment === undefined ? address : `${address}${address.includes('?') ? '&' : '?'}${fragment}`;
}

interface Refused {
  readonly error: string;
  /** The characters are ASCII. */
  readonly error_description: string;
}

/** Builds the redirect of an error (RFC 6749 4.1.2.1 and RFC 9207 2). */
function refuseByRedirect({ settings }: AuthorizationDeps, query: URLSearchParams, refused: Refused): string {
  const location = new URL(query.get('redirect_uri') ?? '');
  const state = query.get('state');
  const members = { ...refused, ...(state === null ? {} : { state }), iss: settings.authUrl };
  for (const [name, value] of Object.entries(members)) location.searchParams.append(name, value);
  return location.href;
}

function readConsentId(location: string): string | null {
  return location.startsWith(CONSENT_PREFIX) ? location.slice(CONSENT_PREFIX.length) : null;
}
