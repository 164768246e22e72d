import type { ProviderSettings, ServiceSignOn } from './connection.ts';

/** Why a provider did not identify a person. */
export type SignOnFaultReason =
  /** It does not respond, or with an error of its own. */
  | 'unavailable'
  /** It refused the person, or they cancelled. */
  | 'denied'
  /** Its answer or its metadata is not right for this connection. */
  | 'invalid'
  /** The address of the provider is not public. */
  | 'address';

/** `fault` is a code for logs, such as `invalid_client`, without personal data. */
export class SignOnFault extends Error {
  readonly reason: SignOnFaultReason;
  readonly fault: string;

  constructor(reason: SignOnFaultReason, fault: string, cause?: unknown) {
    super(`${reason}: ${fault}`, cause === undefined ? undefined : { cause });
    this.name = 'SignOnFault';
    this.reason = reason;
    this.fault = fault;
  }
}

export interface SignOnRequest {
  readonly redirectUrl: string;
  readonly state: string;
  /** The address that the person entered, for the provider's page. */
  readonly loginHint?: string | undefined;
  /** The claim of roles. A scope of the same name is asked for if the provider has one. */
  readonly roleClaim: string | null;
}

/** What the browser brought back, with what the request to the provider had. */
export interface SignOnReturn {
  readonly redirectUrl: string;
  /** The query of the redirect, with `?`. */
  readonly query: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Claims of the ID token and of the userinfo endpoint, which are of the same subject. */
export type SignOnClaims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** Talks to OpenID Connect providers. Every method rejects with `SignOnFault`. */
export interface SignOnProvider {
  /** Builds the address of the provider for a sign-in by authorization code with PKCE. */
  begin(
    settings: ProviderSettings,
    request: SignOnRequest,
  ): Promise<{ readonly url: string; readonly nonce: string; readonly codeVerifier: string }>;
  /** Checks the answer and exchanges the code. `wanted` names claims that userinfo is asked for if they are absent. */
  complete(
    settings: ProviderSettings,
    answer: SignOnReturn,
    wanted: readonly string[],
  ): Promise<SignOnClaims>;
  /** Returns where the person signs out at the provider, or null if it has no such page. */
  findSignOutUrl(settings: ProviderSettings, returnUrl: string): Promise<string | null>;
  /** Checks that the provider can be reached and is the one of the issuer. */
  check(settings: ProviderSettings): Promise<void>;
}

export interface SignOnDeps {
  readonly provider: SignOnProvider;
  /** Lists the TXT records of a name; empty if there is none or no answer. */
  readonly readTxtRecords: (name: string) => Promise<readonly string[]>;
  /** Absent: the service has no provider of its own. */
  readonly service?: ServiceSignOn | undefined;
}
