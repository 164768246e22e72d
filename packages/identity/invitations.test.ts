import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller, User } from './account.ts';
import { createIdentity } from './create-identity.ts';
import type { UserMail } from './ports.ts';
import { BUILT_AT, buildAccount, buildUser } from './testing/builders.ts';
import { BROWSER, KEEP_LOGO, LOW_COSTS, memoryAttempts, NO_PASSKEYS } from './testing/memory-attempts.ts';
import { MemoryIdentity } from './testing/memory-identity.ts';
import { NO_SIGN_ON } from './testing/memory-sign-on.ts';

const DAY_MS = 24 * 3600 * 1000;
const ACCEPT = { fullName: 'Ada Lovelace', password: 'correct horse' };

describe('invitations', () => {
  let database: MemoryIdentity;
  let identity: ReturnType<typeof createIdentity>;
  let now: Date;
  let mails: UserMail[];
  let isMailDown: boolean;
  beforeEach(() => {
    database = new MemoryIdentity();
    now = BUILT_AT;
    mails = [];
    isMailDown = false;
    identity = createIdentity({
      database,
      clock: { now: () => now },
      ids: { uuid: () => randomUUID(), secret: () => randomUUID(), oneTimeCode: () => '012345' },
      mailer: {
        async send(mail) {
          mails.push(mail);
          if (isMailDown) throw new Error('the mail server does not answer');
        },
      },
      attempts: memoryAttempts(),
      passkeys: NO_PASSKEYS,
      encodeLogo: KEEP_LOGO,
      signOn: NO_SIGN_ON,
      providers: new Set(),
      passwordCosts: LOW_COSTS,
    });
  });

  async function addUser(changes: Partial<User> = {}): Promise<Caller> {
    const account = buildAccount();
    const user = buildUser(account.accountId, changes);
    await database.transact(async ({ accounts }) => {
      await accounts.insertAccount(account);
      await accounts.insertUser(user);
    });
    return { userId: user.userId, accountId: user.accountId, scopes: ['read', 'write'] };
  }

  async function runJobs() {
    const jobs = database.takeJobs();
    for (const job of jobs) await identity.jobs.run(job);
    return jobs;
  }

  const tokens = () => mails.flatMap((mail) => (mail.kind === 'user_invitation' ? [mail.token] : []));
  const accept = (token = '') =>
    identity.users.acceptInvitation({ ...ACCEPT, token }, BROWSER, { signsIn: false });

  it('have no secret in the queue, and only the hash of the token in the database', async () => {
    const owner = await addUser();
    await identity.users.invite(owner, { emailAddress: 'ada@example.com' });
    const jobs = await runJobs();
    const [token = ''] = tokens();
    expect(token).not.toBe('');
    expect(JSON.stringify(jobs)).not.toContain(token);
    expect(await database.read.accounts.findInvitation(token)).toBeNull();
    expect((await accept(token)).user.status).toBe('active');
  });

  it('end after 7 days', async () => {
    await identity.users.invite(await addUser(), { emailAddress: 'ada@example.com' });
    await runJobs();
    now = new Date(BUILT_AT.getTime() + 7 * DAY_MS);
    await expect(accept(tokens()[0])).rejects.toMatchObject({ code: 'invitation_expired' });
    now = new Date(now.getTime() - 1);
    expect((await accept(tokens()[0])).user.status).toBe('active');
  });

  it('are removed 30 days after they expired, and are told as expired until then', async () => {
    await identity.users.invite(await addUser(), { emailAddress: 'ada@example.com' });
    await runJobs();
    const [token = ''] = tokens();
    const openAfter = async (days: number) => {
      now = new Date(BUILT_AT.getTime() + days * DAY_MS);
      await identity.jobs.run({ name: 'remove-expired-sessions' });
      return identity.users.getInvitation(token, BROWSER);
    };
    expect((await openAfter(6)).hasPassword).toBe(false);
    await expect(openAfter(37)).rejects.toMatchObject({ code: 'invitation_expired' });
    await expect(openAfter(38)).rejects.toMatchObject({ code: 'invitation_not_found' });
  });

  // Only answers to some of them were counted, so tokens could be tried as fast as the rate limit allows.
  it('are looked for at most a hundred times in a quarter of an hour from one network', async () => {
    const find = (network: string) => identity.users.getInvitation('invented', { ...BROWSER, network });
    for (let count = 0; count < 100; count += 1)
      await expect(find('192.0.2.1')).rejects.toMatchObject({ code: 'invitation_not_found' });
    await expect(find('192.0.2.1')).rejects.toMatchObject({ code: 'too_many_attempts' });
    await expect(find('192.0.2.2')).rejects.toMatchObject({ code: 'invitation_not_found' });
    for (let count = 0; count < 100; count += 1)
      await expect(accept('invented')).rejects.toMatchObject({ code: 'invitation_not_found' });
    await expect(accept('invented')).rejects.toMatchObject({ code: 'too_many_attempts' });
  });

  it('are mailed five times a day to one address, also if withdrawn and made again', async () => {
    const owner = await addUser();
    const invite = (emailAddress: string, caller = owner) => identity.users.invite(caller, { emailAddress });
    const refusal = { code: 'too_many_invitation_mails', params: { seconds: expect.any(Number) } };
    let { userId } = await invite('ada@example.com');
    for (let count = 2; count <= 4; count += 1) await identity.users.resendInvitation(owner, userId);
    await identity.users.withdrawInvitation(owner, userId);
    ({ userId } = await invite('Ada@example.com'));
    await expect(identity.users.resendInvitation(owner, userId)).rejects.toMatchObject(refusal);
    await identity.users.withdrawInvitation(owner, userId);
    await expect(invite('ada@example.com')).rejects.toMatchObject(refusal);
    await invite('grace@example.com');
    await invite('ada@example.com', await addUser());
    await runJobs();
    // Of the first user, who was withdrawn, none is left to mail.
    expect(mails.map(({ to }) => to)).toEqual(['grace@example.com', 'ada@example.com']);
  });

  it('that an attempt mailed before it failed still work after the next attempt', async () => {
    await identity.users.invite(await addUser(), { emailAddress: 'ada@example.com' });
    const [job] = database.takeJobs();
    if (job === undefined) throw new Error('a job was enqueued');
    isMailDown = true;
    await expect(identity.jobs.run(job)).rejects.toThrow('does not answer');
    isMailDown = false;
    await identity.jobs.run(job);
    const [first, second] = tokens();
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
    expect((await accept(first)).user.status).toBe('active');
    await expect(accept(second)).rejects.toMatchObject({ code: 'invitation_not_found' });
  });

  it('to one address from two accounts make one person, whose password the second asks for', async () => {
    for (const owner of [await addUser(), await addUser()])
      await identity.users.invite(owner, { emailAddress: 'ada@example.com' });
    await runJobs();
    const [first, second] = tokens();
    const { user } = await accept(first);
    expect((await identity.users.getInvitation(second ?? '', BROWSER)).hasPassword).toBe(true);
    const wrong = identity.users.acceptInvitation(
      { ...ACCEPT, token: second ?? '', password: 'battery staple' },
      BROWSER,
      { signsIn: true },
    );
    await expect(wrong).rejects.toMatchObject({ code: 'password_wrong' });
    expect((await accept(second)).user.personId).toBe(user.personId);
  });

  it('to one address from two accounts, accepted at the same time, take one password', async () => {
    for (const owner of [await addUser(), await addUser()])
      await identity.users.invite(owner, { emailAddress: 'ada@example.com' });
    await runJobs();
    const [first, second] = tokens();
    const results = await Promise.allSettled([accept(first), accept(second)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [refused] = results.filter((result) => result.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'password_wrong' });
  });

  it('that were withdrawn or accepted before their mail send nothing', async () => {
    const owner = await addUser();
    const { userId } = await identity.users.invite(owner, { emailAddress: 'ada@example.com' });
    await identity.users.withdrawInvitation(owner, userId);
    await runJobs();
    expect(mails).toEqual([]);
  });

  it('are 100 at most, accepted ones not counted', async () => {
    const owner = await addUser();
    for (let count = 0; count < 100; count += 1)
      await identity.users.invite(owner, { emailAddress: `user${count}@example.com` });
    const oneMore = () => identity.users.invite(owner, { emailAddress: 'ada@example.com' });
    await expect(oneMore()).rejects.toMatchObject({ code: 'too_many_invitations', params: { max: 100 } });
    await runJobs();
    await accept(tokens()[0]);
    expect((await oneMore()).status).toBe('invited');
  });
});
