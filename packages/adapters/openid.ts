import * as oidc from 'openid-client';
import { readBounded } from './safe-fetch/safe-fetch.ts';

const TIMEOUT_SECONDS = 10;
/** Metadata, keys and tokens have some 20 kB. */
export const MAX_ANSWER_BYTES: number = 512 * 1024;

export interface OpenIdClient {
  /** The metadata is discovered at this address. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Plain http is for this machine. */
  readonly allowHttp: boolean;
  /** The default is `client_secret_basic`. */
  readonly authentication?: oidc.ClientAuth;
}

/** Sends requests to addresses of the settings. The time-out is in the signal. */
export const fetchBounded: oidc.CustomFetch = async (
  url,
  { body: sent = null, signal = null, ...request },
) => {
  const answer = await fetch(url, { ...request, body: sent, signal });
  const body = await readBounded(answer.body ?? [], MAX_ANSWER_BYTES);
  const { status, statusText, headers } = answer;
  return new Response(body.length === 0 ? null : Buffer.from(body), { status, statusText, headers });
};

/** Discovers a provider. ID tokens then have to have a valid signature. */
export function discoverProvider(
  { issuer, clientId, clientSecret, allowHttp, authentication }: OpenIdClient,
  send: oidc.CustomFetch = fetchBounded,
): Promise<oidc.Configuration> {
  const authenticate = authentication ?? oidc.ClientSecretBasic(clientSecret);
  return oidc.discovery(new URL(issuer), clientId, clientSecret, authenticate, {
    timeout: TIMEOUT_SECONDS,
    [oidc.customFetch]: send,
    execute: [oidc.enableNonRepudiationChecks, ...(allowHttp ? [oidc.allowInsecureRequests] : [])],
  });
}

/** Whether a provider did not respond, or with an error of its own. */
export function isProviderOutage(error: unknown): boolean {
  if (error instanceof oidc.ClientError)
    return error.code === 'OAUTH_TIMEOUT' || (error.cause instanceof Response && error.cause.status >= 500);
  return error instanceof TypeError && error.cause instanceof Error;
}
