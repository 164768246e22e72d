import type { User } from '../accounts/account.ts';
import type { Caller } from '../accounts/caller.ts';
import type { Language } from '../accounts/language.ts';
import { isTimeZone } from '../accounts/time-zone.ts';
import type { IdentityDeps } from '../create-identity.ts';
import { refuseProblems } from '../errors.ts';
import { invalid } from '../refusals/problem.ts';
import { checkFullName } from './invite-user.ts';
import { findCaller } from './require-manager.ts';

export interface ProfileChanges {
  readonly fullName?: string | undefined;
  readonly language?: Language | undefined;
  /** IANA name; null: the account's. */
  readonly timeZone?: string | null | undefined;
}

/** In the account in use. Absent members stay. */
export function updateMe(
  { database }: IdentityDeps,
  caller: Caller,
  { fullName, language, timeZone }: ProfileChanges,
): Promise<User> {
  const isZone = timeZone === undefined || timeZone === null || isTimeZone(timeZone);
  refuseProblems([
    ...(fullName === undefined ? [] : checkFullName(fullName)),
    ...(isZone ? [] : [invalid('timeZone', 'invalid')]),
  ]);
  return database.transact(async (stores) => {
    // Managers change role and status meanwhile.
    await stores.accounts.lockAccount(caller.accountId);
    const user = await findCaller(stores, caller);
    const changed: User = {
      ...user,
      fullName: fullName ?? user.fullName,
      language: language ?? user.language,
      isLanguageChosen: language !== undefined || user.isLanguageChosen,
      timeZone: timeZone === undefined ? user.timeZone : timeZone,
    };
    await stores.accounts.updateUser(changed);
    return changed;
  });
}
