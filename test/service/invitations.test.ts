import { hashSecret } from '@countersign/base';
import type { User } from '@countersign/identity';
import { buildApiKey, buildUser } from '@countersign/identity/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { type ApiClient, authorize } from './api-client.ts';
import { waitFor } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { databaseKinds, type TestService } from './start-service.ts';

interface Me {
  readonly userId: string;
  readonly accountId: string;
}

const ACCEPT = { fullName: 'Ada Lovelace', password: 'correct horse' };
const refused = (errorCode: string) => expect.objectContaining({ success: false, errorCode });

describe.each(shareOf(databaseKinds))('invitations on the $title database', ({ kind, skip }) => {
  describe.skipIf(skip)('through HTTP', () => {
    let service: TestService;
    let owner: ApiClient;
    let me: Me;
    let other: ApiClient;
    beforeAll(async () => {
      service = await shareService(kind);
      owner = service.client;
      me = (await owner.get<Me>('/v1/users/me')).body;
      other = await service.addAccount();
    }, 60_000);
    afterAll(() => service.close());

    const invite = (emailAddress: string, changes: object = {}) =>
      owner.post<User>('/v1/account/users', { emailAddress, ...changes });

    const listMails = async (to: string) =>
      (await owner.get<{ text: string; subject: string }[]>(`/outbox/messages?to=${encodeURIComponent(to)}`))
        .body;

    /** The token of the newest of so many mails. */
    const readToken = (to: string, mails = 1) =>
      waitFor('the invitation', async () => {
        const found = await listMails(to);
        if (found.length < mails) return null;
        return /\/invitations\/([\w-]+)/.exec(found[0]?.text ?? '')?.[1] ?? null;
      });

    const accept = (token: string, body: object = ACCEPT) =>
      owner.anonymous.post<User & { details: unknown }>(`/v1/account/invitations/${token}`, body);

    const findUser = async (userId: string) =>
      (await owner.get<{ users: User[] }>('/v1/account/users?limit=50')).body.users.find(
        (user) => user.userId === userId,
      );

    it('[D8-03] invites a user, who is listed as invited and becomes active by accepting', async () => {
      const to = 'ada@example.com';
      const invited = await invite(to, { fullName: 'Ada', role: 'admin', language: 'sv' });
      expect(invited.status).toBe(201);
      const { userId } = invited.body;
      expect(invited.body).toMatchObject({
        emailAddress: to,
        role: 'admin',
        status: 'invited',
        language: 'sv',
      });
      expect(await findUser(userId)).toMatchObject({ status: 'invited', fullName: 'Ada' });
      const token = await readToken(to);
      expect((await listMails(to))[0]?.subject).toContain('bjuder in dig');
      const accepted = await accept(token);
      expect(accepted.status).toBe(200);
      expect(accepted.body).toMatchObject({
        userId,
        fullName: 'Ada Lovelace',
        status: 'active',
        role: 'admin',
      });
      expect(await findUser(userId)).toMatchObject({ status: 'active', fullName: 'Ada Lovelace' });
      expect(await accept(token)).toMatchObject({ status: 404, body: refused('invitation_not_found') });
    });

    it('takes a link once, also when it is used twice at a time', async () => {
      await invite('twice@example.com');
      const token = await readToken('twice@example.com');
      const answers = await Promise.all([accept(token), accept(token)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    });

    it('keeps the link when a name or password is refused', async () => {
      await invite('weak@example.com');
      const token = await readToken('weak@example.com');
      const answer = await accept(token, { fullName: 'Ada', password: 'short' });
      expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'password' }] } });
      expect((await accept(token)).status).toBe(200);
    });

    it('answers 410 for an expired link, and 404 for an unknown one', async () => {
      const user = buildUser(me.accountId, { status: 'invited', personId: null });
      const expiresAt = new Date();
      await service.service.database.transact(async ({ accounts }) => {
        await accounts.insertUser(user);
        const tokenHash = hashSecret('expired-token');
        await accounts.insertInvitation({ tokenHash, userId: user.userId, expiresAt });
      });
      const expired = await accept('expired-token');
      expect(expired).toMatchObject({ status: 410, body: refused('invitation_expired') });
      expect(await accept('made-up')).toMatchObject({ status: 404, body: refused('invitation_not_found') });
    });

    it('sends the link again, and ends the earlier one', async () => {
      const to = 'again@example.com';
      const { userId } = (await invite(to)).body;
      const first = await readToken(to);
      const answer = await owner.send('POST', `/v1/account/users/${userId}/invitation`, undefined);
      expect(answer).toMatchObject({ status: 200, body: { userId, status: 'invited' } });
      const second = await readToken(to, 2);
      expect((await accept(first)).status).toBe(404);
      expect((await accept(second)).status).toBe(200);
      const late = await owner.send('POST', `/v1/account/users/${userId}/invitation`, undefined);
      expect(late).toMatchObject({ status: 409, body: refused('user_not_invited') });
      expect(await owner.delete(`/v1/account/users/${userId}`)).toMatchObject({ status: 409 });
    });

    it('withdraws an invitation, after which the address may be invited anew', async () => {
      const to = 'withdrawn@example.com';
      const { userId } = (await invite(to)).body;
      const token = await readToken(to);
      expect((await owner.delete(`/v1/account/users/${userId}`)).status).toBe(204);
      expect((await accept(token)).status).toBe(404);
      expect((await owner.delete(`/v1/account/users/${userId}`)).status).toBe(404);
      expect((await invite(to)).status).toBe(201);
    });

    it('refuses an address of the same account, in any case', async () => {
      expect(await invite('OWNER@example.com')).toMatchObject({ status: 409, body: refused('user_exists') });
      expect((await invite('pending@example.com')).status).toBe(201);
      expect((await invite('Pending@example.com')).status).toBe(409);
    });

    it('answers for an address of another account as for any, and asks for the password in use', async () => {
      const to = 'everywhere@example.com';
      await invite(to);
      expect((await accept(await readToken(to))).status).toBe(200);
      const otherInvite = await other.post<User>('/v1/account/users', { emailAddress: to });
      expect(otherInvite).toMatchObject({ status: 201, body: { status: 'invited', fullName: '' } });
      const token = await readToken(to, 2);
      const shown = await owner.anonymous.get(`/v1/account/invitations/${token}`);
      expect(shown.body).toMatchObject({ emailAddress: to, accountName: 'Other', hasPassword: true });
      const wrong = await accept(token, { ...ACCEPT, password: 'battery staple' });
      expect(wrong).toMatchObject({ status: 403, body: refused('password_wrong') });
      expect(await accept(token)).toMatchObject({ status: 200, body: { status: 'active' } });
    });

    it('does not activate or deactivate an invited user, whose role may change', async () => {
      const { userId } = (await invite('waiting@example.com')).body;
      const path = `/v1/account/users/${userId}`;
      for (const status of ['active', 'deactivated'])
        expect(await owner.patch(path, { status })).toMatchObject({
          status: 409,
          body: refused('user_invited'),
        });
      expect(await owner.patch(path, { role: 'owner' })).toMatchObject({
        status: 200,
        body: { role: 'owner' },
      });
      const alone = await owner.patch(`/v1/account/users/${me.userId}`, { role: 'member' });
      expect(alone).toMatchObject({ status: 403, body: refused('last_owner') });
    });

    it('is for owners and admins, and only owners invite owners', async () => {
      const keys = { admin: 'sk_admin_key_of_tests', member: 'sk_member_key_of_tests' };
      await service.service.database.transact(async ({ accounts }) => {
        for (const role of ['admin', 'member'] as const) {
          const user = buildUser(me.accountId, { role });
          await accounts.insertUser(user);
          await accounts.insertApiKey(buildApiKey(user, { keyHash: hashSecret(keys[role]) }));
        }
      });
      const admin = await authorize(service.baseUrl, keys.admin);
      const member = await authorize(service.baseUrl, keys.member);
      const { userId } = (await invite('boss@example.com', { role: 'owner' })).body;
      const answers = await Promise.all([
        member.post('/v1/account/users', { emailAddress: 'x@example.com' }),
        member.delete(`/v1/account/users/${userId}`),
        member.send('POST', `/v1/account/users/${userId}/invitation`, undefined),
        admin.post('/v1/account/users', { emailAddress: 'x@example.com', role: 'owner' }),
        admin.delete(`/v1/account/users/${userId}`),
      ]);
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 403, body: refused('role_missing') });
      expect((await admin.post('/v1/account/users', { emailAddress: 'x@example.com' })).status).toBe(201);
    });

    it('is nothing for other accounts', async () => {
      const { userId } = (await invite('ours@example.com')).body;
      const answers = await Promise.all([
        other.delete(`/v1/account/users/${userId}`),
        other.send('POST', `/v1/account/users/${userId}/invitation`, undefined),
        other.patch(`/v1/account/users/${userId}`, { role: 'admin' }),
      ]);
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 404, body: refused('user_not_found') });
      expect(await findUser(userId)).toMatchObject({ status: 'invited', role: 'member' });
    });

    it('refuses what is no address, and text that hides something', async () => {
      const answer = await invite('nobody', { fullName: 'Ada\u202eecalevoL' });
      expect(answer).toMatchObject({
        status: 400,
        body: { details: [{ path: 'emailAddress' }, { path: 'fullName' }] },
      });
    });
  });
});
