import type { Scope } from '@countersign/identity';
import { invalid } from '@countersign/identity';
import { OAuthError, refuseProblems, refuseRepeated, requireParameters } from '../errors.ts';
import { recordGrant } from '../grants/record-grant.ts';
import type { TokenResponse } from '../tokens/create-tokens.ts';
import { formatScope, parseScope } from '../tokens/parse-scope.ts';
import {
  type AuthorizationDeps,
  findDocumentClient,
  isOwnResource,
  type Outcome,
  omitEmpty,
  pickParameters,
  readScope,
  sendToLibrary,
  touchClient,
  transactIf,
} from './deps.ts';
import { LIBRARY_PATHS } from './library.ts';
import type { RunningRequest } from './running-request.ts';

export interface ClientRequest {
  readonly form: URLSearchParams;
  /** Header. */
  readonly authorization: string | undefined;
}

export interface GrantedTokens extends TokenResponse {
  readonly refresh_token: string;
}

/** Besides the client's. */
const GRANTS: Readonly<Record<string, readonly string[]>> = {
  authorization_code: ['code', 'redirect_uri'],
  refresh_token: ['refresh_token'],
};

/** What a used code or token ends is ended although the answer is an error. */
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
  // [5-12] [5-14]
  requireParameters(form, isCode && authorization === undefined ? [...required, 'code_verifier'] : required);
  if (!isOwnResource(form, deps.settings)) throw new OAuthError('invalid_target');
  const asked = readScope(form);
  const scopes = asked === undefined ? undefined : parseScope(asked);
  const running: RunningRequest = {
    ...(await findDocumentClient(deps, form.get('client_id'))),
    ...(scopes === undefined ? {} : { scopes }),
  };
  const result = await transactIf<GrantedTokens | OAuthError>(deps, async (stores) => {
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

/** In the header only [4.2-12] [4.2-13]. */
export function refuseWrongCredentials({ form, authorization }: ClientRequest): void {
  if (authorization === undefined) {
    if (form.has('client_secret')) throw new OAuthError('invalid_client');
    requireParameters(form, ['client_id']);
    return;
  }
  const inBody = ['client_id', 'client_secret'].filter((name) => form.has(name));
  refuseProblems(inBody.map((name) => invalid(name, 'credentials_in_body')));
  // RFC 6749 5.2; invalid_request in the library.
  if (!hasBasicCredentials(authorization)) throw new OAuthError('invalid_client');
}

function hasBasicCredentials(authorization: string): boolean {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? [];
  return /^[^:]+:./.test(Buffer.from(encoded, 'base64').toString());
}

/** RFC 8707 2: several are allowed. */
function withoutResources(form: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...form].filter(([name]) => name !== 'resource' && name !== 'scopes'));
}

/** Asking for more does not use the code or token up. */
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
