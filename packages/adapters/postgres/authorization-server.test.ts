import { AsyncResource } from 'node:async_hooks';
import { createHash, randomUUID } from 'node:crypto';
import type { Identity, User } from '@countersign/identity';
import { buildUser } from '@countersign/identity/testing';
import type { AuthorizationServer } from '@countersign/oauth';
import { buildDelivery, buildWebhook } from '@countersign/signing/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AuthorizationNode,
  callerOf,
  outcomeOf as outcome,
  readerOf,
} from '../testing/authorization-node.ts';
import { listTestDatabaseKinds, type TestDatabase } from '../testing/test-database.ts';
import type { AdapterDatabase, TransactionStores } from './database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Runs work that starts inside a transaction as another request. */
const outsideOf = AsyncResource.bind(<T>(work: () => T): T => work());

for (const kind of await listTestDatabaseKinds()) {
  describe.skipIf(kind.unavailable !== null)(`authorization server, ${kind.name} database`, () => {
    let place: TestDatabase;
    let node: AuthorizationNode;
    let database: AdapterDatabase;
    let server: AuthorizationServer;
    let identity: Identity;
    let user: User;
    let clientId: string;
    let sessionId: string;

    beforeAll(async () => {
      place = await kind.create();
      node = await AuthorizationNode.open(place);
      ({ database, server, identity } = node);
      user = await node.addUser();
      clientId = await node.register(user);
      await insertSession();
    }, 60_000);

    afterAll(async () => {
      await database.close();
      await place.remove();
    });

    async function insertSession() {
      sessionId = await node.insertSession(user);
    }

    /** `work` begins the revocation inside its transaction, and goes on when that waits for it. */
    async function revokeWithin(
      grantId = '',
      work: (stores: TransactionStores, begin: () => Promise<void>) => Promise<void>,
    ) {
      let revoked: Promise<void> | undefined;
      // Two connections, so that the revocation need not open one.
      await Promise.all([1, 2].map(() => database.transact(({ accounts }) => accounts.hasAnyAccount())));
      await database.transact((stores) =>
        work(stores, async () => {
          revoked = outsideOf(() => server.grants.revoke(caller(), grantId));
          revoked.catch(() => undefined);
          // Far more statements than a revocation needs.
          for (let sent = 0; sent < 200; sent += 1) await stores.accounts.hasAnyAccount();
        }),
      );
      await revoked;
    }

    const caller = () => callerOf(user);
    const reader = () => readerOf(user, sessionId);
    const begin = () => node.begin(clientId);
    const obtainForm = (client = clientId) => node.obtainForm(user, sessionId, client);
    const exchange = (form: URLSearchParams) => node.exchange(form);
    const refresh = (token: string) => node.refresh(clientId, token);

    it('registers no more than 50 clients of a user, also at the same time', async () => {
      const owner = await node.addUser();
      for (let count = 0; count < 46; count += 1) await node.register(owner);
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcome(node.register(owner))));
      expect(outcomes.filter((one) => one === 'given')).toHaveLength(4);
      expect(outcomes.filter((one) => one === 'too_many_clients')).toHaveLength(4);
      expect(await server.clients.list(callerOf(owner))).toHaveLength(50);
    });

    it('gives tokens once for a code that several requests use at once', async () => {
      const form = await obtainForm();
      const outcomes = await Promise.all([1, 2, 3].map(() => outcome(exchange(form))));
      expect(outcomes.sort()).toEqual(['given', 'invalid_grant', 'invalid_grant']);
    });

    it('keeps no secret: neither codes nor tokens are in any row', async () => {
      const form = await obtainForm();
      const tokens = await exchange(form);
      const rows = await database.oauth.listGrants(user.userId);
      expect(rows.length).toBeGreaterThan(0);
      expect(await database.oauth.findArtifact('RefreshToken', tokens.refresh_token)).toBeNull();
      const hash = createHash('sha256').update(tokens.refresh_token).digest('hex');
      const stored = JSON.stringify(await database.oauth.findArtifact('RefreshToken', hash));
      expect(stored).toContain(hash);
      expect(stored).not.toContain(tokens.refresh_token);
    });

    it('has no grace for a refresh token beyond ten seconds', async () => {
      const { refresh_token } = await exchange(await obtainForm());
      await refresh(refresh_token);
      node.now = () => new Date(Date.now() + 11_000);
      expect(await outcome(refresh(refresh_token))).toBe('invalid_grant');
      node.now = () => new Date();
    });

    it('removes consents, codes and grants that have expired by a scheduled job, and no others', async () => {
      const { refresh_token } = await exchange(await obtainForm());
      const { uid } = await begin();
      const before = await database.oauth.listGrants(user.userId);
      await server.jobs.run({ name: 'remove-expired-grants' });
      expect(await database.oauth.listGrants(user.userId)).toEqual(before);
      expect(await server.consents.get(reader(), uid)).toMatchObject({ clientName: 'Program' });
      expect(await outcome(refresh(refresh_token))).toBe('given');
      node.now = () => new Date(Date.now() + 61 * DAY_MS);
      await server.jobs.run({ name: 'remove-expired-grants' });
      node.now = () => new Date();
      expect(await database.oauth.listGrants(user.userId)).toEqual([]);
      expect(await outcome(server.consents.get(reader(), uid))).toBe('consent_not_found');
      expect(server.jobs.settings['remove-expired-grants']?.schedule).toMatch(/^\d+ \* \* \* \*$/);
    });

    it('removes clients that registered themselves and were not used for 90 days', async () => {
      const used = await node.register(null);
      const unused = await node.register(null);
      const ofUser = await node.register(user);
      const find = async (id: string) => (await database.oauth.findClient(id)) !== null;
      const runAfter = async (days: number) => {
        node.now = () => new Date(Date.now() + days * DAY_MS);
        await server.jobs.run({ name: 'remove-expired-grants' });
      };
      await runAfter(60);
      const { refresh_token } = await exchange(await obtainForm(used));
      await runAfter(91);
      expect([await find(used), await find(unused), await find(ofUser)]).toEqual([true, false, true]);
      await node.refresh(used, refresh_token);
      await runAfter(180);
      expect(await find(used)).toBe(true);
      await runAfter(182);
      expect([await find(used), await find(ofUser)]).toEqual([false, true]);
      node.now = () => new Date();
    });

    it('notes the use of a client once a day', async () => {
      const usedAt = async () => (await database.oauth.findClient(clientId))?.lastUsedAt?.getTime() ?? 0;
      const { refresh_token } = await exchange(await obtainForm());
      const first = await usedAt();
      const again = await refresh(refresh_token);
      expect(await usedAt()).toBe(first);
      node.now = () => new Date(Date.now() + DAY_MS);
      await refresh(again.refresh_token);
      node.now = () => new Date();
      expect(await usedAt()).toBeGreaterThan(first);
    });

    it('removes the grants of users who were deactivated', async () => {
      await exchange(await obtainForm());
      await database.transact(({ accounts }) => accounts.updateUser({ ...user, status: 'deactivated' }));
      await server.jobs.run({ name: 'remove-expired-grants' });
      expect(await database.oauth.listGrants(user.userId)).toEqual([]);
      await database.transact(({ accounts }) => accounts.updateUser(user));
    });

    it('ends the grants of a user who is deactivated at once, also when the user is activated again', async () => {
      const { refresh_token } = await exchange(await obtainForm());
      const manager = buildUser(user.accountId, { role: 'owner', emailAddress: 'owner@example.com' });
      await database.transact(({ accounts }) => accounts.insertUser(manager));
      const { userId, accountId } = manager;
      const set = (status: 'active' | 'deactivated') =>
        identity.users.update({ userId, accountId, scopes: [] }, user.userId, { status });
      await set('deactivated');
      expect(await database.oauth.listGrants(user.userId)).toEqual([]);
      await set('active');
      expect(await outcome(refresh(refresh_token))).toBe('invalid_grant');
      await insertSession();
    });

    it('ends a grant once if two of its used tokens are used again at the same time', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { refresh_token: first } = await exchange(await obtainForm());
        const { refresh_token: second } = await refresh(first);
        await refresh(second);
        node.now = () => new Date(Date.now() + 11_000);
        const outcomes = await Promise.all([first, second].map((token) => outcome(refresh(token))));
        node.now = () => new Date();
        expect(outcomes).toEqual(['invalid_grant', 'invalid_grant']);
      }
    });

    it('leaves no grant of a consent that is given while the person signs out everywhere', async () => {
      const consents = 5;
      for (let round = 0; round < 10; round += 1) {
        await insertSession();
        const begun = await Promise.all(Array.from({ length: consents }, () => begin()));
        const decisions = begun.map(({ uid }) => outcome(server.consents.decide(reader(), uid, 'allow')));
        await identity.sessions.signOutEverywhere(caller(), { endPrograms: true });
        for (const decision of await Promise.all(decisions))
          expect(['given', 'session_missing']).toContain(decision);
        const left = await database.transact(({ programAccess }) => programAccess.endOfUsers([user.userId]));
        expect(left).toEqual([]);
      }
      await insertSession();
    });

    it('leaves no webhook of a program that makes it while its access ends', async () => {
      await exchange(await obtainForm());
      const [grant] = await server.grants.list(caller());
      const webhook = buildWebhook(caller(), { webhookId: randomUUID(), clientId });
      const hasAccess = ({ programAccess }: TransactionStores) => programAccess.lock(user.userId, clientId);
      await revokeWithin(grant?.grantId, async (stores, begin) => {
        expect(await hasAccess(stores)).toBe(true);
        await begin();
        await stores.webhooks.insert(webhook);
      });
      expect(await database.read.webhooks.find(webhook.webhookId)).toBeNull();
      expect(await database.transact(hasAccess)).toBe(false);
    });

    it('ends the access of a program while a delivery of its webhook is recorded', async () => {
      await exchange(await obtainForm());
      const [grant] = await server.grants.list(caller());
      const webhook = buildWebhook(caller(), { webhookId: randomUUID(), clientId });
      const delivery = buildDelivery(webhook.webhookId);
      await database.transact(async ({ webhooks }) => {
        await webhooks.insert(webhook);
        await webhooks.insertDelivery(delivery);
      });
      await revokeWithin(grant?.grantId, async ({ webhooks }, begin) => {
        await webhooks.lock(webhook.webhookId);
        await begin();
        await webhooks.updateDelivery({ ...delivery, status: 'delivered' });
      });
      expect(await database.read.webhooks.find(webhook.webhookId)).toBeNull();
      expect(await database.read.webhooks.findDelivery(delivery.deliveryId)).toBeNull();
    });

    it('leaves no webhook of a program whose two grants end at the same moment', async () => {
      await exchange(await obtainForm());
      await exchange(await obtainForm());
      const [first, second] = await server.grants.list(caller());
      const webhook = buildWebhook(caller(), { webhookId: randomUUID(), clientId });
      await database.transact(({ webhooks }) => webhooks.insert(webhook));
      await revokeWithin(second?.grantId, async (stores, begin) => {
        await stores.oauth.removeGrant(first?.grantId ?? '');
        await begin();
      });
      expect(await database.read.webhooks.find(webhook.webhookId)).toBeNull();
    });

    it('refuses the callback of a consent whose grant ends at the same moment', async () => {
      const consents = 5;
      for (let round = 0; round < 4; round += 1) {
        await insertSession();
        const begun = await Promise.all(Array.from({ length: consents }, () => begin()));
        for (const { uid } of begun) await server.consents.decide(reader(), uid, 'allow');
        const callbacks = begun.map(({ uid }) => outcome(server.consents.complete(reader(), uid)));
        await identity.sessions.signOutEverywhere(caller(), { endPrograms: true });
        for (const callback of await Promise.all(callbacks))
          expect(['given', 'consent_not_found']).toContain(callback);
      }
      await insertSession();
    });

    it('ends a grant once if its user ends it twice at the same time', async () => {
      for (let round = 0; round < 5; round += 1) {
        await exchange(await obtainForm());
        const grantId = (await server.grants.list(caller())).at(-1)?.grantId ?? '';
        const outcomes = await Promise.all(
          [1, 2].map(() => outcome(server.grants.revoke(caller(), grantId))),
        );
        expect(outcomes.sort()).toEqual(['given', 'grant_not_found']);
      }
    });

    it('ends the grants of a user, one by one and for the user alone', async () => {
      const { refresh_token } = await exchange(await obtainForm());
      const [grant] = await server.grants.list(caller());
      const grantId = grant?.grantId ?? '';
      const stranger = { ...caller(), userId: randomUUID() };
      expect(await outcome(server.grants.revoke(stranger, grantId))).toBe('grant_not_found');
      await server.grants.revoke(caller(), grantId);
      expect(await outcome(refresh(refresh_token))).toBe('invalid_grant');
    });
  });
}
