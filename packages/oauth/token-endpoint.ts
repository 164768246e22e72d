import { invalid } from '@countersign/base';
import { LANGUAGES } from '@countersign/base/locale';
import { SCOPES, type Scope } from '@countersign/identity';
import {
  type AuthorizationDeps,
  type AuthorizationServerSettings,
  findDocumentClient,
  isOwnResource,
  LIBRARY_PATHS,
  type Outcome,
  omitEmpty,
  pickParameters,
  type RunningRequest,
  readScope,
  sendToLibrary,
  touchClient,
  transactIf,
} from './deps.ts';
import { OAuthError, refuseProblems, refuseRepeated, requireParameters } from './errors.ts';
import { recordGrant } from './grants.ts';
import { CLIENT_AUTH_METHODS } from './ports.ts';
import { formatScope, parseScope, type TokenResponse } from './tokens.ts';

/** Describes the server by RFC 8414 2, with RFC 9207 and client metadata documents. */
export function describeAuthorizationServer({ authUrl, baseUrl }: AuthorizationServerSettings) {
  return {
    issuer: authUrl,
    authorization_endpoint: `${authUrl}/oauth`,
    token_endpoint: `${baseUrl}/oauth/token`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    scopes_supported: [...SCOPES],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: [...CLIENT_AUTH_METHODS],
    revocation_endpoint_auth_methods_supported: [...CLIENT_AUTH_METHODS],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    ui_locales_supported: [...LANGUAGES],
  };
}

/** Describes the resource that the document is for (RFC 9728 2). */
export function describeProtectedResource({ authUrl }: AuthorizationServerSettings, resource: string) {
  return {
    resource,
    authorization_servers: [authUrl],
    scopes_supported: [...SCOPES],
    bearer_methods_supported: ['header'],
    resource_name: 'Countersign',
  };
}

export interface ClientRequest {
  readonly form: URLSearchParams;
  /** The value of the header. */
  readonly authorization: string | undefined;
}

export interface GrantedTokens extends TokenResponse {
  readonly refresh_token: string;
}

/** The parameters of a grant besides the client's. */
const GRANTS: Readonly<Record<string, readonly string[]>> = {
  authorization_code: ['code', 'redirect_uri'],
  refresh_token: ['refresh_token'],
};

/** Exchanges a code or refresh token. What its second use ends is ended although the answer is an error. */
export async function requestToken(
  deps: AuthorizationDeps,
  { form: given, authorization }: ClientRequest,
): Promise<GrantedTokens> {
  const form = omitEmpty(given);
  refuseWrongCredentials({ form, authorization });
  refuseRepeated(withoutResources(form));
  requireParameters(form, ['grant_type']);
  const grantType = form.get('grant_type') ?? '';
  const required = Object.hasOwn(GRANTS, grantType) ? GRANTS[grantType] : undefined;
  if (required === undefined) throw new OAuthError('unsupported_grant_type');
  const isCode = grantType === 'authorization_code';
  // A public client has to prove that it began the authorization [5-12] [5-14].
  requireParameters(form, isCode && authorization === undefined ? [...required, 'code_verifier'] : required);
  if (!isOwnResource(form, deps.settings)) throw new OAuthError('invalid_target');
  const asked = readScope(form);
  const scopes = asked === undefined ? undefined : parseScope(asked);
  const documentClient = await findDocumentClient(deps, form.get('client_id'));
  const result = await transactIf<GrantedTokens | OAuthError>(deps, async (stores) => {
    const running: RunningRequest = {
      ...documentClient,
      stores,
      scopes,
      redirectUri: form.get('redirect_uri') ?? '',
    };
    const { status, body, refusal } = await sendToLibrary(deps, running, {
      method: 'POST',
      path: LIBRARY_PATHS.token,
      form: pickParameters(form, ['grant_type', 'client_id', 'code_verifier', ...required]),
      ...(authorization === undefined ? {} : { authorization }),
    });
    if (status !== 200) {
      const error = refusal ?? new OAuthError('invalid_request');
      const { endedGrant } = running;
      if (endedGrant === undefined || endedGrant === null) return { keep: false, result: error };
      await recordGrant(deps, stores, endedGrant, 'grant.misused');
      return { keep: true, result: error };
    }
    await touchClient(deps, running);
    return limitScope(JSON.parse(body) as GrantedTokens, scopes);
  });
  if (result instanceof OAuthError) throw result;
  return result;
}

/** Credentials are accepted in the header only [4.2-12] [4.2-13]. */
function refuseWrongCredentials({ form, authorization }: ClientRequest): void {
  if (authorization === undefined) {
    if (form.has('client_secret')) throw new OAuthError('invalid_client');
    requireParameters(form, ['client_id']);
    return;
  }
  const inBody = ['client_id', 'client_secret'].filter((name) => form.has(name));
  refuseProblems(inBody.map((name) => invalid(name, 'credentials_in_body')));
  // RFC 6749 5.2 has this code; the library would answer invalid_request.
  if (!hasBasicCredentials(authorization)) throw new OAuthError('invalid_client');
}

function hasBasicCredentials(authorization: string): boolean {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? [];
  return /^[^:]+:./.test(Buffer.from(encoded, 'base64').toString());
}

/** RFC 8707 2 allows several resources. */
function withoutResources(form: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...form].filter(([name]) => name !== 'resource' && name !== 'scopes'));
}

/** The code or token is not used up if more scopes are asked for. */
function limitScope(
  { access_token, refresh_token, expires_in, scope }: GrantedTokens,
  scopes: readonly Scope[] | undefined,
): Outcome<GrantedTokens | OAuthError> {
  const granted = scope.split(' ');
  if (scopes?.some((name) => !granted.includes(name)))
    return { keep: false, result: new OAuthError('invalid_scope', { scope: formatScope(scopes) }) };
  const given = scopes === undefined ? scope : formatScope(scopes);
  return {
    keep: true,
    result: { access_token, token_type: 'Bearer', expires_in, refresh_token, scope: given },
  };
}

/** Revokes a token. A refresh token ends its grant. Throws `invalid_grant` [4.2-28], unlike RFC 7009. */
export async function revokeToken(
  deps: AuthorizationDeps,
  { form: given, authorization }: ClientRequest,
): Promise<void> {
  const form = omitEmpty(given);
  refuseWrongCredentials({ form, authorization });
  refuseRepeated(form);
  requireParameters(form, ['token']);
  const documentClient = await findDocumentClient(deps, form.get('client_id'));
  const refusal = await transactIf<OAuthError | null>(deps, async (stores) => {
    const running: RunningRequest = { ...documentClient, stores };
    const { refusal: refused } = await sendToLibrary(deps, running, {
      method: 'POST',
      path: LIBRARY_PATHS.revocation,
      form: pickParameters(form, ['token', 'token_type_hint', 'client_id']),
      ...(authorization === undefined ? {} : { authorization }),
    });
    if (running.hasRevoked === true) {
      if (running.endedGrant) await recordGrant(deps, stores, running.endedGrant, 'grant.ended');
      return { keep: true, result: null };
    }
    return { keep: false, result: refused ?? new OAuthError('invalid_grant') };
  });
  if (refusal !== null) throw refusal;
}
