import { hashSecret } from '@countersign/base';
import { MINUTE_MS } from '@countersign/base/time';
import { countFromNetwork } from '../attempt-limits.ts';
import type { Browser } from '../browser-session.ts';
import type { IdentityDeps } from '../deps.ts';
import { IdentityError } from '../errors.ts';
import { appendEvent } from '../events.ts';
import { findSession } from '../sessions.ts';
import { adoptLanguage, type SessionStep, startSession } from '../start-session.ts';
import { listWantedClaims } from './claims.ts';
import type {
  Entrance,
  ProviderSettings,
  ServiceSignOn,
  SignOnAttempt,
  SignOnConnection,
} from './connection.ts';
import { domainOf } from './domains.ts';
import { type Identified, identifyInAccount, identifyInService } from './identify.ts';
import { type SignOnClaims, SignOnFault, type SignOnFaultReason } from './provider.ts';

/** A person has this time at the provider. */
export const SIGN_ON_ATTEMPT_MS: number = 10 * MINUTE_MS;

/** The provider of an account, or that of the settings. */
type Target = { readonly connection: SignOnConnection } | { readonly service: ServiceSignOn };

export interface SignOnCommand {
  /** Its domain says which provider. Without address and account it is the operator's. */
  readonly emailAddress?: string | undefined;
  /** The account that requires single sign-on. */
  readonly accountId?: string | undefined;
  /** The path of this service that is opened next. The caller has checked that it is one. */
  readonly next: string;
  /** Returns where the provider of the account leads the browser back; null is the operator's. */
  readonly redirectUrlOf: (accountId: string | null) => string;
  /** The cookie that binds the attempt to the browser. */
  readonly browserSecret: string;
}

/**
 * Begins a sign-in at a provider. Resolves with its address. Throws `single_sign_on_not_found`,
 * `single_sign_on_unavailable`, `single_sign_on_invalid`, `too_many_attempts`.
 */
async function beginSignOn(deps: IdentityDeps, command: SignOnCommand, browser: Browser): Promise<string> {
  await countFromNetwork(deps, browser, 'single-sign-on');
  const target = await findTarget(deps, command);
  if (target === null) throw new IdentityError('single_sign_on_not_found');
  const state = deps.ids.secret();
  const { browserSecret, next, emailAddress } = command;
  const { provider } = deps.signOn;
  const connection = 'connection' in target ? target.connection : null;
  const { roleClaim } = 'connection' in target ? target.connection : target.service;
  const redirectUrl = command.redirectUrlOf(connection?.accountId ?? null);
  const request = { redirectUrl, state, loginHint: emailAddress, roleClaim };
  const begun = await provider
    .begin(settingsOf(target), request)
    .catch((error) => refuseFault(deps, target, browser, error));
  const { url, nonce, codeVerifier } = begun;
  await deps.database.transact(({ signOn }) =>
    signOn.insertAttempt({
      stateHash: hashSecret(state),
      browserHash: hashSecret(browserSecret),
      connectionId: connection?.connectionId ?? null,
      redirectUrl,
      nonce,
      codeVerifier,
      next,
      expiresAt: new Date(deps.clock.now().getTime() + SIGN_ON_ATTEMPT_MS),
    }),
  );
  return url;
}

async function findTarget(
  { database, signOn: { service } }: IdentityDeps,
  { emailAddress, accountId }: SignOnCommand,
): Promise<Target | null> {
  const { signOn } = database.read;
  const domain = emailAddress === undefined ? null : domainOf(emailAddress);
  const holder = domain === null ? null : await signOn.findVerifiedDomain(domain);
  const chosen = accountId ?? holder?.accountId;
  const connection = chosen === undefined ? null : await signOn.findConnectionOfAccount(chosen);
  if (connection !== null) return { connection };
  if (service === undefined) return null;
  const isServed = domain === null || service.domains.length === 0 || service.domains.includes(domain);
  return isServed ? { service } : null;
}

function settingsOf(target: Target): ProviderSettings {
  if ('service' in target) return target.service;
  const { issuer, clientId, clientSecret } = target.connection;
  return { issuer, clientId, clientSecret, isOfOperator: false };
}

const CODES = {
  unavailable: 'single_sign_on_unavailable',
  denied: 'single_sign_on_denied',
  invalid: 'single_sign_on_invalid',
  address: 'single_sign_on_invalid',
} as const satisfies Record<SignOnFaultReason, string>;

/** The log of the account says what the administrator of the provider can mend. */
async function refuseFault(
  deps: IdentityDeps,
  target: Target,
  { address }: Browser,
  error: unknown,
): Promise<never> {
  if (!(error instanceof SignOnFault)) throw error;
  const { reason, fault } = error;
  await recordRefusal(deps, target, address, { reason: CODES[reason], fault });
  throw new IdentityError(CODES[reason], {}, { cause: error });
}

/** The operator's provider is of no account, so the log of the service has its faults. */
async function recordRefusal(
  deps: IdentityDeps,
  target: Target,
  address: string,
  details: Readonly<Record<string, string>>,
): Promise<void> {
  const accountId = 'connection' in target ? target.connection.accountId : target.service.accountId;
  if (accountId === null) return;
  const by = { accountId, userId: null, address };
  const event = { type: 'session.refused', details: { method: 'single_sign_on', ...details } } as const;
  await deps.database.transact((stores) => appendEvent(deps, stores, { ...by, ...event }));
}

export interface SignOnAnswer {
  /** The query of the redirect, with `?`. */
  readonly query: string;
  /** The `state` of the query. */
  readonly state: string;
  /** The address that the browser was led to. */
  readonly redirectUrl: string;
  readonly browserSecret: string;
}

export interface SignedOn {
  readonly step: SessionStep;
  readonly next: string;
}

/**
 * Finishes a sign-in that came back from the provider, and starts a session. The attempt is used up whatever comes of
 * it. Throws `single_sign_on_expired`, `single_sign_on_denied`, `single_sign_on_invalid`, `single_sign_on_unavailable`,
 * `too_many_attempts`, and what `identifyInAccount` and `identifyInService` throw.
 */
async function completeSignOn(deps: IdentityDeps, answer: SignOnAnswer, browser: Browser): Promise<SignedOn> {
  await countFromNetwork(deps, browser, 'single-sign-on-answer');
  const attempt = await takeAttempt(deps, answer);
  const target = await findTargetOf(deps, attempt);
  // Another provider answered, whose code must not be sent to this one (RFC 9700 4.4: mix-up).
  if (answer.redirectUrl !== attempt.redirectUrl)
    await refuseFault(deps, target, browser, new SignOnFault('invalid', 'redirect_differs'));
  const claims = await askProvider(deps, target, attempt, answer).catch((error) =>
    refuseFault(deps, target, browser, error),
  );
  try {
    const step = await enter(deps, target, claims, browser);
    return { step: await adoptLanguage(deps, browser, step), next: attempt.next };
  } catch (error) {
    if (error instanceof IdentityError) {
      const { sub } = claims;
      await recordRefusal(deps, target, browser.address, { reason: error.code, subject: sub });
    }
    throw error;
  }
}

async function takeAttempt(
  { database, clock }: IdentityDeps,
  { state, browserSecret }: SignOnAnswer,
): Promise<SignOnAttempt> {
  const attempt = await database.transact(({ signOn }) =>
    signOn.takeAttempt(hashSecret(state), hashSecret(browserSecret)),
  );
  if (attempt === null || attempt.expiresAt <= clock.now()) throw new IdentityError('single_sign_on_expired');
  return attempt;
}

async function findTargetOf(
  { database, signOn: { service } }: Pick<IdentityDeps, 'database' | 'signOn'>,
  { connectionId }: Pick<SignOnAttempt, 'connectionId'>,
): Promise<Target> {
  const connection = connectionId && (await database.read.signOn.findConnection(connectionId));
  if (connection) return { connection };
  if (connectionId !== null || service === undefined) throw new IdentityError('single_sign_on_expired');
  return { service };
}

function askProvider(
  { signOn }: IdentityDeps,
  target: Target,
  { redirectUrl, nonce, codeVerifier }: SignOnAttempt,
  { query, state }: SignOnAnswer,
): Promise<SignOnClaims> {
  const wanted = listWantedClaims('connection' in target ? target.connection : target.service);
  const answer = { redirectUrl, query, state, nonce, codeVerifier };
  return signOn.provider.complete(settingsOf(target), answer, wanted);
}

/** No password and no second factor is asked for: the provider has done so, or not, as its administrator decided. */
function enter(
  deps: IdentityDeps,
  target: Target,
  claims: SignOnClaims,
  browser: Browser,
): Promise<SessionStep> {
  const start = (entrance: Entrance) => ({ browser, entrance, isSecondFactorDone: true });
  return deps.database.transact(async (stores) => {
    if ('service' in target) {
      const { person, users }: Identified = await identifyInService(deps, stores, target.service, claims);
      return startSession(deps, stores, person, users, start({ method: 'service', connectionId: null }));
    }
    const { connection } = target;
    const { person, users } = await identifyInAccount(deps, stores, connection, claims);
    const entrance = { method: 'connection', connectionId: connection.connectionId } as const;
    return startSession(deps, stores, person, users, start(entrance));
  });
}

/** Returns where the person of the session signs out at the provider, or null if there is no such page. */
async function findSignOutUrl(
  deps: Pick<IdentityDeps, 'database' | 'clock' | 'signOn'>,
  { sessionId }: Browser,
  returnUrl: string,
): Promise<string | null> {
  const session = await findSession(deps, sessionId);
  if (session?.method !== 'connection' && session?.method !== 'service') return null;
  try {
    const target = await findTargetOf(deps, session);
    return await deps.signOn.provider.findSignOutUrl(settingsOf(target), returnUrl);
  } catch (error) {
    if (error instanceof SignOnFault || error instanceof IdentityError) return null;
    throw error;
  }
}

export const signOnOperations = {
  begin: beginSignOn,
  complete: completeSignOn,
  findSignOutUrl,
};
