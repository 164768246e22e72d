import { randomBytes, randomUUID, scryptSync } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import { beforeEach, describe, expect, it } from 'vitest';
import type { User } from './account.ts';
import {
  type Browser,
  PENDING_LIFETIME_MS,
  SESSION_IDLE_MS,
  SESSION_LIFETIME_MS,
} from './browser-session.ts';
import { createIdentity, type Identity } from './create-identity.ts';
import { createOperator } from './operator.ts';
import { hashPassword, type PasswordCosts } from './password-hash.ts';
import type { Person } from './person.ts';
import type { AttemptCounter, UserMail } from './ports.ts';
import { BUILT_AT, buildAccount, buildPerson, buildUser } from './testing/builders.ts';
import { BROWSER, KEEP_LOGO, LOW_COSTS, memoryAttempts, NO_PASSKEYS } from './testing/memory-attempts.ts';
import { MemoryIdentity } from './testing/memory-identity.ts';
import { NO_SIGN_ON } from './testing/memory-sign-on.ts';

const PASSWORD = 'correct horse';
const HOUR_MS = 3_600_000;
const passwordHash = await hashPassword(PASSWORD, LOW_COSTS);

describe('browser sessions', () => {
  let database: MemoryIdentity;
  let identity: Identity;
  let now: Date;
  let mails: UserMail[];
  let attempts: AttemptCounter;
  beforeEach(() => {
    database = new MemoryIdentity();
    now = BUILT_AT;
    mails = [];
    attempts = memoryAttempts();
    identity = openIdentity(LOW_COSTS);
  });

  function openIdentity(passwordCosts?: PasswordCosts): Identity {
    return createIdentity({
      database,
      clock: { now: () => now },
      ids: { uuid: () => randomUUID(), secret: () => randomUUID(), oneTimeCode: () => '012345' },
      mailer: { send: async (mail) => void mails.push(mail) },
      attempts,
      passkeys: NO_PASSKEYS,
      encodeLogo: KEEP_LOGO,
      signOn: NO_SIGN_ON,
      providers: new Set(),
      passwordCosts,
    });
  }

  const wait = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds);
  };

  async function addPerson(changes: Partial<Person> = {}, accounts = 1) {
    const users: User[] = [];
    const person = buildPerson(buildUser(''), { passwordHash, ...changes });
    const { personId, emailAddress } = person;
    await database.transact(async (stores) => {
      await stores.people.insert(person);
      for (let count = 0; count < accounts; count += 1) {
        const account = buildAccount();
        const user = buildUser(account.accountId, { personId, emailAddress });
        await stores.accounts.insertAccount(account);
        await stores.accounts.insertUser(user);
        users.push(user);
      }
    });
    const [user] = users;
    if (user === undefined) throw new Error('a person has a user');
    return { person, user, users };
  }

  const signIn = ({ emailAddress }: Pick<Person, 'emailAddress'>, password = PASSWORD, browser = BROWSER) =>
    identity.sessions.signIn({ emailAddress, password }, browser);

  async function runJobs() {
    for (const job of database.takeJobs()) await identity.jobs.run(job);
  }

  const from = (address: string): Browser => ({ ...BROWSER, address, network: address });

  it('write as many rows for an unknown address as for a known one, which a faster answer would give away', async () => {
    const { person } = await addPerson();
    const countNew = async (work: Promise<unknown>) => {
      const before = database.countRows();
      await work.catch(() => undefined);
      return database.countRows() - before;
    };
    const unknown = { emailAddress: 'unknown@example.com' };
    for (const { emailAddress } of [person, unknown])
      expect(await countNew(identity.passwords.requestReset(emailAddress, BROWSER))).toBe(2);
    for (const who of [person, unknown]) expect(await countNew(signIn(who, 'wrong horse'))).toBe(1);
  });

  it('end when they are idle, and after their lifetime however they are used', async () => {
    const { person } = await addPerson();
    const idle = await signIn(person);
    wait(SESSION_IDLE_MS - 1);
    expect(await identity.sessions.findHolder(idle.id)).not.toBeNull();
    wait(SESSION_IDLE_MS - 1);
    expect(await identity.sessions.findHolder(idle.id)).not.toBeNull();
    wait(SESSION_IDLE_MS);
    expect(await identity.sessions.findHolder(idle.id)).toBeNull();
    const used = await signIn(person);
    const end = now.getTime() + SESSION_LIFETIME_MS;
    while (now.getTime() + HOUR_MS < end) {
      wait(HOUR_MS);
      expect(await identity.sessions.findHolder(used.id)).not.toBeNull();
    }
    wait(HOUR_MS);
    expect(await identity.sessions.findHolder(used.id)).toBeNull();
  });

  it('give users who chose no language that of their first browser, also after switching to their account', async () => {
    const { person, users } = await addPerson({}, 2);
    const [owner, member] = users;
    if (owner === undefined || member === undefined) throw new Error('expected two users');
    await database.transact(async ({ accounts }) => {
      await accounts.updateUser({ ...owner, isLanguageChosen: false });
      await accounts.updateUser({ ...member, isLanguageChosen: false, role: 'member' });
    });
    let { id } = await signIn(person);
    const enter = async ({ accountId }: User, language: Browser['language']) => {
      ({ id } = await identity.sessions.switchAccount({ ...BROWSER, language, sessionId: id }, accountId));
    };
    const languagesOf = async ({ userId, accountId }: User) => {
      const { accounts } = database.read;
      return [(await accounts.findUser(userId))?.language, (await accounts.findAccount(accountId))?.language];
    };
    await enter(owner, null);
    expect(await languagesOf(owner)).toEqual(['en', 'en']);
    await enter(member, 'es');
    expect(await languagesOf(member)).toEqual(['es', 'en']);
    await enter(owner, 'sv');
    expect(await languagesOf(owner)).toEqual(['sv', 'en']);
    await enter(member, 'sv');
    expect(await languagesOf(member)).toEqual(['es', 'en']);
  });

  it('do not live longer by switching accounts', async () => {
    const { person, users } = await addPerson({}, 2);
    let { id } = await signIn(person);
    for (const { accountId } of [...users, ...users]) {
      wait(2 * 1000);
      ({ id } = await identity.sessions.switchAccount({ ...BROWSER, sessionId: id }, accountId));
    }
    const session = await database.read.browserSessions.findByHash(hashSecret(id));
    expect(session?.expiresAt.getTime()).toBe(BUILT_AT.getTime() + 2 * 1000 + SESSION_LIFETIME_MS);
  });

  it('wait 10 minutes for the second factor and the account', async () => {
    const { person, user } = await addPerson({}, 2);
    const { id, next } = await signIn(person);
    expect(next).toBe('choose_account');
    wait(PENDING_LIFETIME_MS);
    expect((await identity.sessions.describe(id)).next).toBe('sign_in');
    const late = identity.sessions.switchAccount({ ...BROWSER, sessionId: id }, user.accountId);
    await expect(late).rejects.toMatchObject({ code: 'session_missing' });
  });

  it('are 50 at most for a person; the least used ends', async () => {
    const { person } = await addPerson();
    const { id: first } = await signIn(person);
    const insert = (index: number) =>
      database.transact(async ({ browserSessions }) => {
        const [known] = await browserSessions.listForPerson(person.personId);
        const lastUsedAt = new Date(now.getTime() + index);
        if (known !== undefined)
          await browserSessions.insert({
            ...known,
            sessionId: randomUUID(),
            idHash: randomUUID(),
            lastUsedAt,
          });
      });
    for (let index = 1; index < 50; index += 1) await insert(index);
    await signIn(person);
    expect(await database.read.browserSessions.listForPerson(person.personId)).toHaveLength(50);
    expect(await identity.sessions.findHolder(first)).toBeNull();
  });

  it('are not begun with a password that was changed while it was checked', async () => {
    const { person } = await addPerson();
    const other = await hashPassword('battery staple', LOW_COSTS);
    const running = signIn(person);
    await database.transact(({ people }) => people.update({ ...person, passwordHash: other }));
    await expect(running).rejects.toMatchObject({ code: 'sign_in_failed' });
    expect(await database.read.browserSessions.listForPerson(person.personId)).toEqual([]);
  });

  it('hash a password anew if its costs are not those of today', async () => {
    identity = openIdentity();
    const salt = randomBytes(16);
    const key = scryptSync(PASSWORD, salt, 32, { cost: 1024, blockSize: 8, parallelization: 1 });
    const old = ['scrypt', 1024, 8, 1, salt.toString('base64url'), key.toString('base64url')].join('$');
    const { person } = await addPerson({ passwordHash: old });
    await signIn(person);
    const stored = await database.read.people.find(person.personId);
    expect(stored?.passwordHash).toMatch(/^scrypt\$32768\$/);
    expect((await signIn(person)).next).toBe('signed_in');
    expect((await database.read.people.find(person.personId))?.passwordHash).toBe(stored?.passwordHash);
  });

  /** Attempts that were made before; each would hash a password. */
  async function count(key: string, times: number) {
    for (let index = 0; index < times; index += 1) await attempts.count(key, HOUR_MS);
  }

  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'signed in',
      (error) => error.code,
    );

  it('cannot be kept from a person by strangers, who are slowed down wherever they are', async () => {
    const { person } = await addPerson();
    await signIn(person, PASSWORD, from('198.51.100.1'));
    await count(`sign-in/strangers/${hashSecret(person.emailAddress)}`, 27);
    const codes = [];
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'])
      codes.push(await codeOf(signIn(person, 'wrong horse', from(address))));
    expect(codes).toEqual(['sign_in_failed', 'sign_in_failed', 'too_many_attempts', 'too_many_attempts']);
    await expect(signIn(person, PASSWORD, from('203.0.113.99'))).rejects.toMatchObject({
      code: 'too_many_attempts',
      params: { seconds: 3600 },
    });
    expect((await signIn(person, PASSWORD, from('198.51.100.1'))).next).toBe('signed_in');
  });

  it('are refused to a network that tries many addresses, and count unknown ones like known ones', async () => {
    await count(`sign-in/network/${BROWSER.network}`, 99);
    const codes = [];
    for (const name of ['a', 'b', 'c'])
      codes.push(await codeOf(signIn({ emailAddress: `${name}@example.com` }, 'x')));
    expect(codes).toEqual(['sign_in_failed', 'too_many_attempts', 'too_many_attempts']);
    await count(`sign-in/pair/${hashSecret('nobody@example.com')}/192.0.2.1`, 9);
    const tries = [];
    for (const emailAddress of ['nobody@example.com', 'Nobody@Example.com'])
      tries.push(await codeOf(signIn({ emailAddress }, 'x', from('192.0.2.1'))));
    expect(tries).toEqual(['sign_in_failed', 'too_many_attempts']);
  });

  it('are noted in the log and by one mail when attempts are limited', async () => {
    const { person, user } = await addPerson();
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      await count(`sign-in/pair/${hashSecret(person.emailAddress)}/${address}`, 9);
      for (let index = 0; index < 3; index += 1) await codeOf(signIn(person, 'wrong horse', from(address)));
    }
    await runJobs();
    expect(mails).toMatchObject([{ kind: 'security_notice', notice: 'sign_in_limited' }]);
    const events = await database.read.accountEvents.list(user.accountId, { limit: 50, offset: 0 });
    expect(events.map(({ type, userId, address }) => [type, userId, address])).toEqual([
      ['session.limited', null, '192.0.2.2'],
      ['session.refused', null, '192.0.2.2'],
      ['session.limited', null, '192.0.2.1'],
      ['session.refused', null, '192.0.2.1'],
    ]);
  });

  it('are removed with links and old entries of the log by scheduled jobs', async () => {
    const { person, user } = await addPerson();
    await signIn(person);
    await identity.passwords.requestReset(person.emailAddress, BROWSER);
    await runJobs();
    const [mail] = mails;
    const token = mail?.kind === 'password_reset' ? mail.token : '';
    const findReset = () => database.read.people.findPasswordReset(hashSecret(token));
    expect(await findReset()).not.toBeNull();
    wait(SESSION_IDLE_MS);
    await identity.jobs.run({ name: 'remove-expired-sessions' });
    expect(await findReset()).toBeNull();
    expect(await database.read.browserSessions.listForPerson(person.personId)).toEqual([]);
    const countEvents = async () =>
      (await database.read.accountEvents.list(user.accountId, { limit: 50, offset: 0 })).length;
    await identity.jobs.run({ name: 'remove-old-account-events' });
    expect(await countEvents()).toBe(2);
    wait(401 * 24 * HOUR_MS);
    await identity.jobs.run({ name: 'remove-old-account-events' });
    expect(await countEvents()).toBe(0);
    expect(identity.jobs.settings['remove-expired-sessions']?.schedule).toMatch(/^\d+ \* \* \* \*$/);
  });

  it('count who looks for a reset with who uses one', async () => {
    const look = () => identity.passwords.checkReset('invented', BROWSER);
    const use = () => identity.passwords.reset({ token: 'invented', password: 'battery staple' }, BROWSER);
    for (let count = 0; count < 50; count += 1) {
      await expect(look()).rejects.toMatchObject({ code: 'password_reset_not_found' });
      await expect(use()).rejects.toMatchObject({ code: 'password_reset_not_found' });
    }
    await expect(look()).rejects.toMatchObject({ code: 'too_many_attempts' });
    await expect(use()).rejects.toMatchObject({ code: 'too_many_attempts' });
  });

  it('take the links of resets for 30 minutes, three mails an hour', async () => {
    const { person } = await addPerson();
    for (let count = 0; count < 4; count += 1)
      await identity.passwords.requestReset(person.emailAddress, BROWSER);
    await runJobs();
    const tokens = mails.flatMap((mail) => (mail.kind === 'password_reset' ? [mail.token] : []));
    expect(tokens).toHaveLength(3);
    const reset = (token = '') => identity.passwords.reset({ token, password: 'battery staple' }, BROWSER);
    wait(30 * 60_000);
    await expect(reset(tokens[0])).rejects.toMatchObject({ code: 'password_reset_not_found' });
    wait(-1);
    await reset(tokens[1]);
    await expect(reset(tokens[2])).rejects.toMatchObject({ code: 'password_reset_not_found' });
    expect((await signIn(person, 'battery staple')).next).toBe('signed_in');
  });

  it('end with the access of programs at a reset by mail or by the operator, and on request otherwise', async () => {
    const { person, user } = await addPerson();
    const { user: other } = await addPerson();
    const giveAccess = () => {
      database.programAccess = [user, other].map(({ userId, accountId }) => ({
        grantId: randomUUID(),
        userId,
        accountId,
        clientId: 'program',
        clientName: 'Program',
      }));
    };
    const holders = () => database.programAccess.map(({ userId }) => userId);
    const findCaller = async () => {
      const { id } = await signIn(person);
      const session = await database.read.browserSessions.findByHash(hashSecret(id));
      const { userId, accountId } = user;
      return { caller: { userId, accountId, scopes: [], sessionId: session?.sessionId ?? '' }, id };
    };
    giveAccess();
    const first = await findCaller();
    const change = { currentPassword: PASSWORD, password: PASSWORD };
    const { id } = await identity.passwords.change(first.caller, change, { ...BROWSER, sessionId: first.id });
    await identity.sessions.signOutEverywhere(first.caller);
    expect(holders()).toEqual([user.userId, other.userId]);

    await identity.sessions.signOutEverywhere(first.caller, { endPrograms: true });
    expect(holders()).toEqual([other.userId]);
    expect(await identity.sessions.findHolder(id)).toBeNull();

    giveAccess();
    const second = await findCaller();
    const browser = { ...BROWSER, sessionId: second.id };
    await identity.passwords.change(second.caller, { ...change, endPrograms: true }, browser);
    expect(holders()).toEqual([other.userId]);

    giveAccess();
    await identity.passwords.requestReset(person.emailAddress, BROWSER);
    await runJobs();
    const token = mails.flatMap((mail) => (mail.kind === 'password_reset' ? [mail.token] : []))[0] ?? '';
    await identity.passwords.reset({ token, password: 'battery staple' }, BROWSER);
    await runJobs();
    expect(holders()).toEqual([other.userId]);
    expect(mails.at(-1)).toMatchObject({ kind: 'security_notice', notice: 'password_reset' });

    giveAccess();
    const operator = createOperator({
      database,
      clock: { now: () => now },
      ids: { uuid: () => randomUUID(), secret: () => randomUUID(), oneTimeCode: () => '012345' },
    });
    await operator.resetSignIn({ emailAddress: person.emailAddress });
    expect(holders()).toEqual([other.userId]);
    const events = await database.read.accountEvents.list(user.accountId, { limit: 50, offset: 0 });
    const ended = events.filter(({ type }) => type === 'grant.ended');
    expect(ended.map(({ userId }) => userId)).toEqual([null, ...Array(3).fill(user.userId)]);
  });

  it('cannot be begun without a password that was chosen', async () => {
    const { person } = await addPerson({ passwordHash: null });
    for (const password of ['', 'null', PASSWORD])
      await expect(signIn(person, password)).rejects.toMatchObject({ code: 'sign_in_failed' });
  });
});
