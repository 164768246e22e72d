import type { IdentityDeps } from '../create-identity.ts';
import { refuseProblems } from '../errors.ts';
import { recordEvent } from '../events/record-event.ts';
import { invalid } from '../refusals/problem.ts';
import { checkLine, NAME_LENGTH } from '../text/text-rules.ts';
import { findCaller, requireManager } from '../users/require-manager.ts';
import { type Account, CAPABILITIES, type Capability } from './account.ts';
import { availableCapabilities } from './available-capabilities.ts';
import type { Caller } from './caller.ts';
import { isReadableColor } from './color.ts';
import { findCallersAccount } from './find-account.ts';
import type { Language } from './language.ts';
import { isTimeZone } from './time-zone.ts';

export function getAccount({ database }: IdentityDeps, caller: Caller): Promise<Account> {
  return findCallersAccount(database.read, caller);
}

export interface AccountChanges {
  readonly name?: string | undefined;
  /** IANA name. */
  readonly timeZone?: string | undefined;
  /** Null: that of the service. */
  readonly color?: string | null | undefined;
  readonly language?: Language | undefined;
  /** Null: the owner of each document and the account. */
  readonly senderName?: string | null | undefined;
}

/** Absent members stay. Throws `role_missing` unless the caller is an owner or admin. */
export function updateAccount(
  deps: IdentityDeps,
  caller: Caller,
  { name, timeZone, color, language, senderName }: AccountChanges,
): Promise<Account> {
  refuseProblems([
    ...(name === undefined ? [] : checkLine('name', name, NAME_LENGTH)),
    ...(timeZone === undefined || isTimeZone(timeZone) ? [] : [invalid('timeZone', 'invalid')]),
    ...(color === undefined || color === null || isReadableColor(color) ? [] : [invalid('color', 'color')]),
    ...(senderName === undefined || senderName === null
      ? []
      : checkLine('senderName', senderName, NAME_LENGTH)),
  ]);
  return deps.database.transact(async (stores) => {
    await stores.accounts.lockAccount(caller.accountId);
    await requireManager(stores, caller);
    const account = await findCallersAccount(stores, caller);
    const changed = {
      ...account,
      name: name ?? account.name,
      timeZone: timeZone ?? account.timeZone,
      color: color === undefined ? account.color : color,
      language: language ?? account.language,
      senderName: senderName === undefined ? account.senderName : senderName,
    };
    await stores.accounts.updateAccount(changed);
    await recordEvent(deps, stores, caller, {
      type: 'account.changed',
      subjectId: account.accountId,
      details: {
        ...{ name: changed.name, timeZone: changed.timeZone, color: changed.color ?? '' },
        ...{ language: changed.language, senderName: changed.senderName ?? '' },
      },
    });
    return changed;
  });
}

/** Of the account and this service. */
export async function getCapabilities(
  { database, providers }: IdentityDeps,
  caller: Caller,
): Promise<Readonly<Record<Capability, boolean>>> {
  const available = availableCapabilities(await findCallersAccount(database.read, caller), providers);
  return Object.fromEntries(CAPABILITIES.map((name) => [name, available.includes(name)])) as Record<
    Capability,
    boolean
  >;
}

export async function getCallersUser({ database }: IdentityDeps, caller: Caller) {
  const [user, account] = await Promise.all([
    findCaller(database.read, caller),
    findCallersAccount(database.read, caller),
  ]);
  return { user, account };
}
