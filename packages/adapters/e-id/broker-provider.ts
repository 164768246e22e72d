import { createHash } from 'node:crypto';
import { onFirstUse } from '@countersign/base';
import {
  type ElectronicIdInput,
  type ElectronicIdOrder,
  type ElectronicIdOutcome,
  type ElectronicIdProvider,
  ElectronicIdUnavailable,
  parsePersonalNumber,
} from '@countersign/signing';
import * as oidc from 'openid-client';
import { discoverProvider, isProviderOutage } from '../openid.ts';

const ORDER_MINUTES = 10;
/** openid-client takes the same tolerance for other times. */
const MAX_CLOCK_DIFFERENCE_MS = 30_000;

export interface BrokerOptions {
  /** The name that signees see, such as `Freja`. */
  readonly name: string;
  /** The metadata is discovered at this address. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The address is registered at the broker. */
  readonly redirectUrl: string;
  readonly scope?: string;
  /** E-IDs with an assurance level; the answer must have one of them. */
  readonly acrValues?: readonly string[];
  readonly personalNumberClaim?: string;
  /** Without a value, the name is `given_name` and `family_name`. */
  readonly nameClaim?: string;
  /** Development may use http. */
  readonly allowHttp?: boolean;
  readonly now?: () => Date;
  /** Is called with faults, without personal data. */
  readonly onFault?: (fault: string) => void;
}

/** The claim is of Sweden Connect's attribute profile. */
export const PERSONAL_NUMBER_CLAIM = 'https://id.oidc.se/claim/personalIdentityNumber';
/** The claim is of OpenID Connect Core 5.1. */
export const NAME_CLAIM = 'name';

/**
 * Creates a provider by the authorization code flow with PKCE (RFC 7636), state and nonce. The signee comes
 * back from the broker with a query, which `check` gets as `{ query }`.
 */
export function createBrokerProvider(options: BrokerOptions): ElectronicIdProvider {
  const { now = () => new Date(), onFault = () => undefined } = options;
  const { askIssuer, discover } = createDiscovery(options);
  return {
    name: options.name,
    isSandbox: false,
    devices: ['this'],
    // The redirect is bound to the browser by its state.
    opensReturnUrl: false,
    async start(request) {
      const configuration = await asOutage(discover);
      const codeVerifier = oidc.randomPKCECodeVerifier();
      const state = oidc.randomState();
      const nonce = bindNonce(oidc.randomNonce(), request.hiddenText);
      const { scope = 'openid profile', acrValues = [] } = options;
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: options.redirectUrl,
        scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        prompt: 'login',
        // The ID token then says when the person identified themselves (OpenID Connect Core 3.1.2.1).
        max_age: String(ORDER_MINUTES * 60),
        ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
      });
      const secrets = { state, nonce, codeVerifier, authorizationUrl: url.href };
      return { startedAt: now().toISOString(), request, secrets };
    },
    prompt: ({ secrets }) => ({
      qrCode: null,
      launchUrl: secrets.authorizationUrl ?? null,
      asksForIdentity: false,
      redirectState: secrets.state ?? null,
      message: 'continue_at_provider',
    }),
    async check(order, input) {
      if (now().getTime() - Date.parse(order.startedAt) > ORDER_MINUTES * 60_000)
        return { kind: 'failed', message: 'order_expired' };
      if (input === undefined) return { kind: 'pending', message: 'continue_at_provider' };
      const configuration = await asOutage(discover);
      return complete(configuration, options, order, input).catch((error) => explain(error, onFault));
    },
    cancel: async () => undefined,
    checkHealth: async () => void (await askIssuer()),
    close: async () => undefined,
  };
}

/**
 * `discover` asks again after a failure only. The ID token is kept as evidence, and its signature is checked.
 */
function createDiscovery({ issuer, clientId, clientSecret, allowHttp = false }: BrokerOptions) {
  const askIssuer = () => discoverProvider({ issuer, clientId, clientSecret, allowHttp });
  return { askIssuer, discover: onFirstUse(askIssuer) };
}

/**
 * The nonce is in the signed ID token, so it binds the identification to the text, and can be computed again
 * from both.
 */
function bindNonce(random: string, hiddenText: string): string {
  return `${random}.${createHash('sha256').update(`${random}\n${hiddenText}`).digest('base64url')}`;
}

/** An answer that is not accepted. The message is a code, for the log. */
class AnswerFault extends Error {}

async function complete(
  configuration: oidc.Configuration,
  {
    redirectUrl,
    acrValues = [],
    personalNumberClaim = PERSONAL_NUMBER_CLAIM,
    nameClaim = NAME_CLAIM,
  }: BrokerOptions,
  { secrets, startedAt }: ElectronicIdOrder,
  { query = '' }: ElectronicIdInput,
): Promise<ElectronicIdOutcome> {
  const url = new URL(redirectUrl);
  url.search = query;
  const tokens = await oidc.authorizationCodeGrant(configuration, url, {
    pkceCodeVerifier: secrets.codeVerifier ?? '',
    expectedState: secrets.state ?? '',
    expectedNonce: secrets.nonce ?? '',
    idTokenExpected: true,
  });
  const idToken = tokens.claims();
  if (idToken === undefined) throw new AnswerFault('id_token_missing');
  // `prompt` passes through the browser, where it can be removed: a person who is signed in would not be
  // asked.
  if (idToken.auth_time === undefined) throw new AnswerFault('auth_time_missing');
  if (idToken.auth_time * 1000 < Date.parse(startedAt) - MAX_CLOCK_DIFFERENCE_MS)
    throw new AnswerFault('identified_before');
  if (acrValues.length > 0 && !acrValues.includes(String(idToken.acr)))
    throw new AnswerFault('assurance_level');
  // Some brokers give the number at the userinfo endpoint.
  const claims =
    idToken[personalNumberClaim] === undefined
      ? { ...idToken, ...(await oidc.fetchUserInfo(configuration, tokens.access_token, idToken.sub)) }
      : idToken;
  const personalNumber = parsePersonalNumber(String(claims[personalNumberClaim] ?? ''));
  const fullName = readName(claims, nameClaim);
  if (personalNumber === null || fullName === '') throw new AnswerFault('name_or_number_missing');
  const signature = Buffer.from(tokens.id_token ?? '').toString('base64');
  const identity = { personalNumber, fullName, signature, certificateStatus: null };
  return { kind: 'complete', identity };
}

function readName(claims: Readonly<Record<string, unknown>>, nameClaim: string): string {
  const parts =
    claims[nameClaim] === undefined ? [claims.given_name, claims.family_name] : [claims[nameClaim]];
  return parts
    .filter((part) => typeof part === 'string')
    .map((part) => part.trim())
    .join(' ')
    .trim();
}

/** A failure is final, because a code can be used once. */
function explain(error: unknown, onFault: (fault: string) => void): ElectronicIdOutcome {
  if (error instanceof oidc.AuthorizationResponseError)
    return { kind: 'failed', message: error.error === 'access_denied' ? 'refused_at_provider' : 'rfa22' };
  if (isProviderOutage(error)) return { kind: 'failed', message: 'provider_unavailable', isOutage: true };
  onFault(error instanceof AnswerFault ? error.message : error instanceof Error ? error.name : 'unknown');
  return { kind: 'failed', message: 'identification_invalid' };
}

async function asOutage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ElectronicIdUnavailable(error);
  }
}
