import { isEmailAddress } from '@countersign/forms/attributes';
import { API_KEY_LENGTH } from '../api-keys/new-api-key.ts';
import type { IdentityDeps } from '../create-identity.ts';
import { refuseProblems } from '../errors.ts';
import { invalid, type Problem } from '../refusals/problem.ts';
import { checkPassword } from '../secrets/check-password.ts';
import { hashPassword } from '../secrets/password.ts';
import { checkLength, checkLine, NAME_LENGTH } from '../text/text-rules.ts';
import type { Capability } from './account.ts';
import { insertNewAccount, namesFromAddress, newAccount } from './new-account.ts';

export interface FirstAccountCommand {
  /** By default the domain of the address. */
  readonly name?: string | undefined;
  /** By default the address up to the `@`. */
  readonly fullName?: string | undefined;
  readonly emailAddress: string;
  readonly password: string;
  readonly apiKey: string;
  readonly capabilities: readonly Capability[];
  /** IANA name; UTC by default. */
  readonly timeZone?: string;
}

/** Does nothing if there is an account. */
export async function createFirstAccount(deps: IdentityDeps, command: FirstAccountCommand): Promise<void> {
  const { emailAddress, capabilities, timeZone, apiKey } = command;
  const names = namesFromAddress(emailAddress);
  const { name = names.name, fullName = names.fullName } = command;
  refuseProblems(checkCommand({ ...command, name, fullName }));
  if (await deps.database.read.accounts.hasAnyAccount()) return;
  const passwordHash = await hashPassword(command.password, deps.passwordCosts);
  const rows = newAccount(
    deps,
    {
      ...{ name, fullName, emailAddress, capabilities },
      ...(timeZone && { timeZone }),
    },
    { name: 'First key', secret: apiKey },
  );
  await deps.database.transact(async (stores) => {
    if (await stores.accounts.hasAnyAccount()) return;
    const person = await insertNewAccount(deps, stores, rows);
    await stores.people.update({ ...person, passwordHash });
  });
}

type NamedCommand = FirstAccountCommand & Readonly<Record<'name' | 'fullName', string>>;

function checkCommand(command: NamedCommand): readonly Problem<'invalid_request'>[] {
  return [
    ...checkLine('name', command.name, NAME_LENGTH),
    ...checkLine('fullName', command.fullName, NAME_LENGTH),
    ...(isEmailAddress(command.emailAddress) ? [] : [invalid('emailAddress', 'email')]),
    ...checkPassword('password', command.password, command.emailAddress),
    ...checkLength('apiKey', command.apiKey, API_KEY_LENGTH),
  ];
}
