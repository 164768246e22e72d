import { isEmailAddress } from '@countersign/forms/attributes';
import { newApiKey } from '../api-keys/new-api-key.ts';
import type { IdentityDeps } from '../create-identity.ts';
import { refuseProblems } from '../errors.ts';
import { invalid, type Problem } from '../refusals/problem.ts';
import { hashPassword } from '../secrets/password.ts';
import { checkLength, checkLine, NAME_LENGTH } from '../text/text-rules.ts';
import type { Account, ApiKey, Capability, User } from './account.ts';
import { DEFAULT_TIME_ZONE } from './time-zone.ts';

export interface FirstAccountCommand {
  readonly fullName: string;
  readonly emailAddress: string;
  readonly password: string;
  /** `sk_...`; only its SHA-256 is stored. */
  readonly apiKey: string;
  readonly capabilities: readonly Capability[];
  /** IANA name; UTC by default. */
  readonly timeZone?: string;
}

/** NIST SP 800-63B section 5.1.1.2: at least 8 characters; the upper bound keeps hashing cheap. */
const PASSWORD_LENGTH = { min: 8, max: 256 };

/**
 * Creates the first account of an installation, with a user and an API key. Does nothing if there is an account.
 */
export async function createFirstAccount(deps: IdentityDeps, command: FirstAccountCommand): Promise<void> {
  refuseProblems(checkCommand(command));
  if (await deps.database.read.accounts.hasAnyAccount()) return;
  const passwordHash = await hashPassword(command.password);
  const rows = newRows(deps, command, passwordHash);
  await deps.database.transact(async ({ accounts }) => {
    if (await accounts.hasAnyAccount()) return;
    await accounts.insertAccount(rows.account);
    await accounts.insertUser(rows.user);
    await accounts.insertApiKey(rows.apiKey);
  });
}

function checkCommand(command: FirstAccountCommand): readonly Problem<'invalid_request'>[] {
  return [
    ...checkLine('fullName', command.fullName, NAME_LENGTH),
    ...(isEmailAddress(command.emailAddress) ? [] : [invalid('emailAddress', 'email')]),
    ...checkLength('password', command.password, PASSWORD_LENGTH),
    ...checkLength('apiKey', command.apiKey, { ...PASSWORD_LENGTH, min: MIN_API_KEY_LENGTH }),
  ];
}

/** `sk_` and any characters. The server's settings require its strength. */
const MIN_API_KEY_LENGTH = 8;

interface Rows {
  readonly account: Account;
  readonly user: User;
  readonly apiKey: ApiKey;
}

function newRows({ ids, clock }: IdentityDeps, command: FirstAccountCommand, passwordHash: string): Rows {
  const { fullName, emailAddress, capabilities, apiKey, timeZone = DEFAULT_TIME_ZONE } = command;
  const createdAt = clock.now();
  const accountId = ids.uuid();
  const userId = ids.uuid();
  return {
    account: { accountId, name: fullName, capabilities, timeZone, createdAt },
    user: {
      userId,
      accountId,
      role: 'owner',
      status: 'active',
      fullName,
      emailAddress,
      language: 'en',
      passwordHash,
      createdAt,
    },
    apiKey: newApiKey({ userId, accountId }, 'First key', apiKey, { apiKeyId: ids.uuid(), createdAt }),
  };
}
