import { isEmailAddress } from '@countersign/forms/attributes';
import { MAX_NAME_LENGTH } from '../configuration/limits.ts';
import { invalid, type Problem, refuseProblems } from '../problems.ts';
import type { FirstAccountCommand, SigningDeps } from '../signing.ts';
import { checkLength, checkLine } from '../text-rules.ts';
import { hashPassword, hashSecret } from './secrets.ts';
import { DEFAULT_TIME_ZONE } from './time-zone.ts';

/** NIST SP 800-63B section 5.1.1.2: at least 8 characters; the upper bound keeps hashing cheap. */
const PASSWORD_LENGTH = { min: 8, max: 256 };

/** The account of a fresh installation, with one user and one API key. Does nothing when there is any account. */
export async function createFirstAccount(deps: SigningDeps, command: FirstAccountCommand): Promise<void> {
  refuseProblems(checkCommand(command, MAX_NAME_LENGTH));
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

function checkCommand(command: FirstAccountCommand, maxName: number): readonly Problem[] {
  const { min, max } = PASSWORD_LENGTH;
  return [
    ...checkLength('fullName', command.fullName, 1, maxName),
    ...checkLine('fullName', command.fullName),
    ...(isEmailAddress(command.emailAddress) ? [] : [invalid('emailAddress', 'email')]),
    ...checkLength('password', command.password, min, max),
    ...checkLength('apiKey', command.apiKey, MIN_API_KEY_LENGTH, max),
  ];
}

/** `sk_` and something after it. How hard a key must be to guess depends on where it is used: the server's settings say. */
const MIN_API_KEY_LENGTH = 8;

function newRows({ ids, clock }: SigningDeps, command: FirstAccountCommand, passwordHash: string) {
  const { fullName, emailAddress, capabilities, apiKey, timeZone = DEFAULT_TIME_ZONE } = command;
  const createdAt = clock.now();
  const accountId = ids.uuid();
  const userId = ids.uuid();
  const keyHash = hashSecret(apiKey);
  return {
    account: { accountId, name: fullName, capabilities, timeZone, createdAt },
    user: { userId, accountId, fullName, emailAddress, language: 'en' as const, passwordHash, createdAt },
    apiKey: { apiKeyId: ids.uuid(), userId, accountId, keyHash, name: 'First key', createdAt },
  };
}
