import { Resolver } from 'node:dns/promises';
import {
  type ProviderSettings,
  type SignOnClaims,
  SignOnFault,
  type SignOnProvider,
  type SignOnRequest,
  type SignOnReturn,
} from '@countersign/identity';
import * as oidc from 'openid-client';
import { AdapterError } from './errors.ts';
import { discoverProvider, fetchBounded, isProviderOutage, MAX_ANSWER_BYTES } from './openid.ts';
import {
  type AddressPolicy,
  checkUrl,
  createCheckedLookup,
  isLoopbackHost,
  OutgoingAgent,
  type ResolveName,
  readBounded,
} from './safe-fetch/safe-fetch.ts';

export interface SignOnProviderOptions {
  /** Development allows http to loopback addresses. */
  readonly allowLoopback?: boolean;
  /** Tests resolve names themselves. */
  readonly resolveName?: ResolveName;
}

export interface ClosableSignOnProvider extends SignOnProvider {
  close(): Promise<void>;
}

/**
 * Creates a client of OpenID Connect providers by authorization code with PKCE (RFC 7636), state and nonce. The
 * addresses of customers' providers have to be public, also those in their metadata. Metadata and keys are asked for
 * at each sign-in, so that a change of the provider counts at once.
 */
export function createSignOnProvider(options: SignOnProviderOptions = {}): ClosableSignOnProvider {
  const allowLoopback = options.allowLoopback ?? false;
  const policy: AddressPolicy = { refusal: 'issuer_url_not_allowed', allowLoopback };
  const lookup = createCheckedLookup(policy, options.resolveName);
  const agent = new OutgoingAgent({ connect: { lookup }, pipelining: 0, allowH2: false });
  const fetchPublic = createPublicFetch(agent, policy);
  const discover = async (settings: ProviderSettings) => {
    const allowHttp = allowsHttp(settings, allowLoopback);
    if (!settings.isOfOperator) checkUrl(settings.issuer, policy);
    const authentication = authenticateClient(settings.clientSecret);
    const send = settings.isOfOperator ? fetchBounded : fetchPublic;
    const configuration = await discoverProvider({ ...settings, allowHttp, authentication }, send);
    refuseOtherIssuer(configuration, settings);
    return configuration;
  };
  return {
    begin: (settings, request) => explain(async () => begin(await discover(settings), request)),
    complete: (settings, answer, wanted) =>
      explain(async () => complete(await discover(settings), answer, wanted)),
    findSignOutUrl: (settings, returnUrl) =>
      explain(async () => buildSignOutUrl(await discover(settings), returnUrl)),
    check: (settings) => explain(async () => void requireEndpoints(await discover(settings))),
    close: () => agent.close(),
  };
}

/** Plain http is for this machine: in development, or where the operator has a provider beside the service. */
function allowsHttp({ issuer, isOfOperator }: ProviderSettings, allowLoopback: boolean): boolean {
  const url = URL.parse(issuer);
  const isLocal = url?.protocol === 'http:' && isLoopbackHost(url.hostname);
  return isLocal && (isOfOperator || allowLoopback);
}

/** Sends requests to customers' addresses, as the global `fetch` does, without redirects. */
function createPublicFetch(agent: OutgoingAgent, policy: AddressPolicy): oidc.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const target = checkUrl(url, policy);
    try {
      const answer = await agent.request(target, {
        method: method as 'GET' | 'POST',
        headers,
        body: body === undefined || body === null ? null : String(body),
        signal: signal ?? null,
      });
      const bytes = await readBounded(answer.body, MAX_ANSWER_BYTES);
      const type = String(answer.headers['content-type'] ?? '');
      const init = { status: answer.statusCode, headers: { 'content-type': type } };
      return new Response(bytes.length === 0 ? null : Buffer.from(bytes), init);
    } catch (error) {
      if (error instanceof AdapterError || signal?.aborted === true) throw error;
      throw new TypeError('fetch failed', { cause: error });
    }
  };
}

/** Basic is what every provider has to support; some that support both read only the form as its senders write it. */
function authenticateClient(clientSecret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(clientSecret), oidc.ClientSecretPost(clientSecret)];
  return (server, client, body, headers) => {
    const isPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true;
    (isPost ? post : basic)(server, client, body, headers);
  };
}

/**
 * Metadata for any tenant, as Entra ID has under `common`, would let people of other tenants in with addresses that
 * their own administrators wrote.
 */
function refuseOtherIssuer(configuration: oidc.Configuration, { issuer }: ProviderSettings): void {
  const found = URL.parse(configuration.serverMetadata().issuer)?.href;
  if (found !== URL.parse(issuer)?.href) throw new SignOnFault('invalid', 'issuer_differs');
}

function requireEndpoints(configuration: oidc.Configuration): void {
  const { authorization_endpoint: authorization, token_endpoint: token } = configuration.serverMetadata();
  if (authorization === undefined || token === undefined)
    throw new SignOnFault('invalid', 'endpoint_missing');
  requireWebAddress(authorization);
}

/** The browser is led there, so it is no address of scripts. */
function requireWebAddress(address: string): string {
  const url = URL.parse(address);
  const isWeb = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname));
  if (!isWeb) throw new SignOnFault('invalid', 'endpoint_not_https');
  return address;
}

async function begin(configuration: oidc.Configuration, request: SignOnRequest) {
  requireEndpoints(configuration);
  const { redirectUrl, state, loginHint, roleClaim } = request;
  const codeVerifier = oidc.randomPKCECodeVerifier();
  const nonce = oidc.randomNonce();
  // Okta has a scope for the claim of groups. Others refuse scopes that they do not know.
  const known = configuration.serverMetadata().scopes_supported ?? [];
  const scopes = ['openid', 'email', 'profile', ...known.filter((scope) => scope === roleClaim)];
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUrl,
    scope: [...new Set(scopes)].join(' '),
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(loginHint !== undefined && { login_hint: loginHint }),
  });
  return { url: url.href, nonce, codeVerifier };
}

async function complete(
  configuration: oidc.Configuration,
  { redirectUrl, query, state, nonce, codeVerifier }: SignOnReturn,
  wanted: readonly string[],
): Promise<SignOnClaims> {
  const url = new URL(redirectUrl);
  url.search = query;
  const tokens = await oidc.authorizationCodeGrant(configuration, url, {
    pkceCodeVerifier: codeVerifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const idToken = tokens.claims();
  if (idToken === undefined) throw new SignOnFault('invalid', 'id_token_missing');
  const isWhole = wanted.every((name) => idToken[name] !== undefined);
  if (isWhole || configuration.serverMetadata().userinfo_endpoint === undefined) return idToken;
  const more = await oidc.fetchUserInfo(configuration, tokens.access_token, idToken.sub);
  // What is signed counts more.
  return { ...more, ...idToken };
}

function buildSignOutUrl(configuration: oidc.Configuration, returnUrl: string): string | null {
  if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
  const url = oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnUrl });
  return requireWebAddress(url.href);
}

async function explain<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toFault(error);
  }
}

const PASSING = ['temporarily_unavailable', 'server_error'];
const DENIED = ['access_denied', 'login_required', 'interaction_required', 'consent_required'];

function toFault(error: unknown): unknown {
  if (error instanceof SignOnFault) return error;
  const refused = findAdapterError(error);
  if (refused !== undefined)
    return new SignOnFault(
      refused.code === 'issuer_url_not_allowed' ? 'address' : 'invalid',
      refused.code,
      error,
    );
  if (error instanceof oidc.AuthorizationResponseError) {
    const reason = DENIED.includes(error.error) ? 'denied' : 'invalid';
    return new SignOnFault(
      PASSING.includes(error.error) ? 'unavailable' : reason,
      nameFault(error.error),
      error,
    );
  }
  if (error instanceof oidc.ResponseBodyError)
    return new SignOnFault(error.status >= 500 ? 'unavailable' : 'invalid', nameFault(error.error), error);
  if (isProviderOutage(error)) return new SignOnFault('unavailable', 'no_answer', error);
  if (error instanceof oidc.ClientError) return new SignOnFault('invalid', nameFault(error.code), error);
  return error;
}

/** The client wraps what requests throw. */
function findAdapterError(error: unknown): AdapterError | undefined {
  if (error instanceof AdapterError) return error;
  return error instanceof Error && error.cause !== undefined ? findAdapterError(error.cause) : undefined;
}

const MAX_FAULT_LENGTH = 100;

/** Codes come from the provider, and are written into the log of the account. */
function nameFault(code: string | undefined): string {
  return (code ?? 'unknown').replaceAll(/[^\w-]/g, '_').slice(0, MAX_FAULT_LENGTH);
}

const DNS_TIMEOUT_MS = 3_000;
const DNS_TRIES = 2;

/** Lists the TXT records of a name; empty if there is none or no answer. */
export async function readTxtRecords(name: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  try {
    // A long value comes in parts.
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch {
    return [];
  }
}
