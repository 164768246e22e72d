import { hashSecret, invalid } from '@countersign/base';
import { checkLength, checkLine, MAX_NAME_LENGTH, NAME_LENGTH } from '@countersign/base/text';
import type { Caller } from '../account.ts';
import type { Browser } from '../browser-session.ts';
import { findCaller } from '../callers.ts';
import { confirmInAccount } from '../confirm-password.ts';
import type { IdentityDeps } from '../deps.ts';
import { IdentityError, refuseProblems } from '../errors.ts';
import { recordEvent } from '../events.ts';
import type { IdentityReads, IdentityStores } from '../ports.ts';
import type { RoleMapping, SignOnConnection, SignOnDomain } from './connection.ts';
import { SignOnFault } from './provider.ts';

/** The limit holds for one connection. */
export const MAX_ADMIN_VALUES = 50;
export const MAX_ISSUER_LENGTH = 2000;
export const MAX_CLIENT_LENGTH = 1000;

/** Requires an owner, because single sign-on decides who comes in. Throws `role_missing`. */
export async function requireOwner(stores: IdentityReads, caller: Caller): Promise<void> {
  const { role } = await findCaller(stores, caller);
  if (role !== 'owner') throw new IdentityError('role_missing');
}

/** What owners see: never the secret of the client or of SCIM. */
export interface ConnectionView {
  readonly connection: Omit<SignOnConnection, 'clientSecret' | 'scimTokenHash'> | null;
  readonly domains: readonly SignOnDomain[];
}

/** Throws `role_missing`. */
async function getConnection({ database }: IdentityDeps, caller: Caller): Promise<ConnectionView> {
  await requireOwner(database.read, caller);
  return viewConnection(database.read, caller);
}

export async function viewConnection(
  { signOn }: IdentityReads,
  { accountId }: Pick<Caller, 'accountId'>,
): Promise<ConnectionView> {
  const [connection, domains] = await Promise.all([
    signOn.findConnectionOfAccount(accountId),
    signOn.listDomains(accountId),
  ]);
  if (connection === null) return { connection, domains };
  const { clientSecret: _secret, scimTokenHash: _hash, ...shown } = connection;
  return { connection: shown, domains };
}

export interface ConnectionInput extends RoleMapping {
  readonly issuer: string;
  readonly clientId: string;
  /** Absent: the present one stays. Another issuer or client needs another. */
  readonly clientSecret?: string | undefined;
  readonly name: string;
  readonly isRequired: boolean;
  /** Browsers send it for another issuer, client or secret, unless the person came by single sign-on. */
  readonly currentPassword?: string | undefined;
}

/**
 * Creates or changes the connection of the account. Another issuer or client ends the sessions and links of the earlier
 * one. Throws `role_missing`, `issuer_refused`, `single_sign_on_unavailable`, `domain_not_verified`, and what
 * `confirmInAccount` throws.
 */
async function saveConnection(
  deps: IdentityDeps,
  caller: Caller,
  input: ConnectionInput,
  browser: Browser,
): Promise<ConnectionView> {
  const { database } = deps;
  refuseProblems(checkInput(input));
  await requireOwner(database.read, caller);
  const known = await database.read.signOn.findConnectionOfAccount(caller.accountId);
  if (needsConfirmation(known, input)) {
    await confirmInAccount(deps, caller, input.currentPassword ?? '', browser);
    await checkProvider(deps, input, secretOf(known, input));
  }
  return database.transact(async (stores) => {
    await stores.accounts.lockAccount(caller.accountId);
    await requireOwner(stores, caller);
    if (input.isRequired) await requireVerifiedDomain(stores, caller);
    const present = await stores.signOn.findConnectionOfAccount(caller.accountId);
    // Another owner may have changed the issuer meanwhile, whose secret must not go to this one.
    if (needsConfirmation(present, input) && !needsConfirmation(known, input)) throw secretMissing();
    await storeConnection(deps, stores, caller, present, input);
    await recordEvent(deps, stores, caller, {
      type: 'single_sign_on.changed',
      details: describeInput(input),
    });
    return viewConnection(stores, caller);
  });
}

function checkInput({ issuer, clientId, clientSecret, name, roleClaim, adminValues }: ConnectionInput) {
  const line = (max: number) => ({ min: 1, max });
  return [
    ...(URL.canParse(issuer)
      ? checkLength('issuer', issuer, line(MAX_ISSUER_LENGTH))
      : [invalid('issuer', 'url')]),
    ...checkLine('clientId', clientId, line(MAX_CLIENT_LENGTH)),
    ...(clientSecret === undefined ? [] : checkLine('clientSecret', clientSecret, line(MAX_CLIENT_LENGTH))),
    ...checkLine('name', name, NAME_LENGTH),
    ...(roleClaim === null ? [] : checkLine('roleClaim', roleClaim, line(MAX_NAME_LENGTH))),
    ...adminValues.flatMap((value, index) => checkLine(`adminValues.${index}`, value, line(MAX_NAME_LENGTH))),
  ];
}

function isSameClient(known: SignOnConnection | null, { issuer, clientId }: ConnectionInput): boolean {
  return known?.issuer === issuer && known.clientId === clientId;
}

/** What says who comes in is confirmed. Its name and rules are not. */
function needsConfirmation(known: SignOnConnection | null, input: ConnectionInput): boolean {
  return input.clientSecret !== undefined || !isSameClient(known, input);
}

/** The present secret is sent to the present issuer only. */
function secretOf(known: SignOnConnection | null, input: ConnectionInput): string {
  const secret = input.clientSecret ?? (isSameClient(known, input) ? known?.clientSecret : undefined);
  if (secret === undefined) throw secretMissing();
  return secret;
}

function secretMissing(): IdentityError {
  const details = [invalid('clientSecret', 'required')];
  return new IdentityError('invalid_request', details[0]?.params, { details });
}

async function checkProvider({ signOn }: IdentityDeps, input: ConnectionInput, clientSecret: string) {
  const { issuer, clientId } = input;
  try {
    await signOn.provider.check({ issuer, clientId, clientSecret, isOfOperator: false });
  } catch (error) {
    if (!(error instanceof SignOnFault)) throw error;
    const code = error.reason === 'unavailable' ? 'single_sign_on_unavailable' : 'issuer_refused';
    throw new IdentityError(code, {}, { cause: error });
  }
}

async function requireVerifiedDomain({ signOn }: IdentityReads, { accountId }: Caller): Promise<void> {
  const domains = await signOn.listDomains(accountId);
  if (!domains.some(({ verifiedAt }) => verifiedAt !== null)) throw new IdentityError('domain_not_verified');
}

async function storeConnection(
  { ids, clock }: IdentityDeps,
  { signOn }: IdentityStores,
  { accountId }: Caller,
  present: SignOnConnection | null,
  input: ConnectionInput,
): Promise<void> {
  const { issuer, clientId, name, isRequired, roleClaim, adminValues } = input;
  const isSame = isSameClient(present, input);
  const connection: SignOnConnection = {
    connectionId: present !== null && isSame ? present.connectionId : ids.uuid(),
    accountId,
    issuer,
    clientId,
    clientSecret: secretOf(present, input),
    name,
    isRequired,
    roleClaim,
    adminValues,
    scimTokenHash: present?.scimTokenHash ?? null,
    scimTokenCreatedAt: present?.scimTokenCreatedAt ?? null,
    createdAt: present?.createdAt ?? clock.now(),
  };
  if (isSame) return signOn.updateConnection(connection);
  if (present !== null) await signOn.removeConnection(present.connectionId);
  await signOn.insertConnection(connection);
}

function describeInput({ issuer, clientId, name, isRequired, roleClaim, adminValues }: ConnectionInput) {
  return {
    issuer,
    clientId,
    name,
    isRequired: String(isRequired),
    roleClaim: roleClaim ?? '',
    adminValues: adminValues.join(', '),
  };
}

/** Removes the connection with its links. Sessions that came from it end. Throws `single_sign_on_not_found`. */
function removeConnection(deps: IdentityDeps, caller: Caller): Promise<void> {
  return deps.database.transact(async (stores) => {
    const { connectionId, issuer, clientId } = await lockConnection(stores, caller);
    await stores.signOn.removeConnection(connectionId);
    await recordEvent(deps, stores, caller, {
      type: 'single_sign_on.removed',
      details: { issuer, clientId },
    });
  });
}

async function lockConnection(stores: IdentityStores, caller: Caller): Promise<SignOnConnection> {
  await stores.accounts.lockAccount(caller.accountId);
  await requireOwner(stores, caller);
  const connection = await stores.signOn.findConnectionOfAccount(caller.accountId);
  if (connection === null) throw new IdentityError('single_sign_on_not_found');
  return connection;
}

/**
 * Creates the token of SCIM, which is not kept. The earlier one ends. Throws `single_sign_on_not_found` and what
 * `confirmInAccount` throws.
 */
async function createScimToken(
  deps: IdentityDeps,
  caller: Caller,
  currentPassword: string,
  browser: Browser,
): Promise<string> {
  await requireOwner(deps.database.read, caller);
  await confirmInAccount(deps, caller, currentPassword, browser);
  const token = `scim_${deps.ids.secret()}`;
  await deps.database.transact(async (stores) => {
    const connection = await lockConnection(stores, caller);
    const scimTokenHash = hashSecret(token);
    await stores.signOn.updateConnection({
      ...connection,
      scimTokenHash,
      scimTokenCreatedAt: deps.clock.now(),
    });
    await recordEvent(deps, stores, caller, { type: 'scim_token.created' });
  });
  return token;
}

/** Throws `single_sign_on_not_found`. */
function removeScimToken(deps: IdentityDeps, caller: Caller): Promise<void> {
  return deps.database.transact(async (stores) => {
    const connection = await lockConnection(stores, caller);
    await stores.signOn.updateConnection({ ...connection, scimTokenHash: null, scimTokenCreatedAt: null });
    await recordEvent(deps, stores, caller, { type: 'scim_token.removed' });
  });
}

export const connectionOperations = {
  get: getConnection,
  save: saveConnection,
  remove: removeConnection,
  createScimToken,
  removeScimToken,
};
