import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdapterDatabase } from '../../packages/adapters/postgres/database.ts';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { runAdminCommandLine } from '../../packages/server/admin/command-line.ts';
import { createApiClient, signIn } from './api-client.ts';
import { documentBody, uploadFixture, waitFor } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { compileCache } from './start-process.ts';
import { databaseKinds, prepareEnvironment, startService, type TestService } from './start-service.ts';

const MAIN = fileURLToPath(import.meta.resolve('../../packages/server/admin/main.ts'));
const EX_CONFIG = 78;

interface Me {
  readonly userId: string;
  readonly accountId: string;
}

/** As `npm run admin`, with the settings of the service. */
async function admin(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { ...compileCache, ...env } });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, out, error };
}

/** Its command line in this process: a process takes longer than its command. */
async function runHere(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const [out, error]: [string[], string[]] = [[], []];
  const code = await runAdminCommandLine(args, env, {
    out: (line) => void out.push(`${line}\n`),
    error: (line) => void error.push(`${line}\n`),
  });
  return { code, out: out.join(''), error: error.join('') };
}

describe.each(shareOf(databaseKinds))('npm run admin on the $title database', ({ kind, skip }) => {
  describe.skipIf(skip)('with a running service', () => {
    let service: TestService;
    let me: Me;
    beforeAll(async () => {
      service = await shareService(kind);
      me = (await service.client.get<Me>('/v1/users/me')).body;
    }, 60_000);
    afterAll(() => service.close());

    const run = (...args: readonly string[]) => runHere(service.env, ...args);

    async function read<T>(...args: readonly string[]): Promise<T> {
      const { code, out, error } = await run(...args, '--json');
      expect([code, error]).toEqual([0, '']);
      return JSON.parse(out) as T;
    }

    it('lists jobs that wait or failed, and runs or cancels them', async () => {
      const { database } = service.service;
      const [blobId, other] = [randomUUID(), randomUUID()];
      await database.transact(async ({ jobs }) => {
        for (const id of [blobId, other])
          await jobs.enqueue({ name: 'remove-unused-blob', blobId: id }, { startAfterSeconds: 3600 });
      });
      const waiting = await read<{ jobId: string; job: string }[]>(
        'jobs',
        'list',
        '--state',
        'waiting',
        '--name',
        'remove-unused-blob',
      );
      const shown = await Promise.all(
        waiting.map(({ jobId }) =>
          read<{ jobId: string; data: string; nextAt: string }>('jobs', 'show', jobId),
        ),
      );
      const find = (id: string) => shown.find(({ data }) => data.includes(id));
      const [first = '', second = ''] = [find(blobId)?.jobId, find(other)?.jobId];
      expect(Date.parse(find(blobId)?.nextAt ?? '')).toBeGreaterThan(Date.now() + 3_000_000);

      expect(await read('jobs', 'cancel', second)).toMatchObject({ state: 'cancelled', nextAt: null });
      expect(await run('jobs', 'cancel', second)).toMatchObject({
        code: 1,
        error: 'a job that is cancelled cannot be cancelled\n',
      });
      await read('jobs', 'retry', first);
      await waitFor('the job to be done', async () => {
        const { state } = await read<{ state: string }>('jobs', 'show', first);
        return state === 'done' || null;
      });
      expect((await run('jobs', 'retry', first)).error).toBe('a job that is done cannot be tried again\n');
      expect((await run('jobs', 'show', 'nothing')).error).toMatch('there is no job nothing');
      expect((await run('jobs', 'list', '--state', 'lost')).error).toMatch('--state: expected some of');
      expect((await run('jobs', 'list', '--limit', '-1')).code).not.toBe(0);
    });

    it('tells why a job failed, and runs it again after its last attempt', async () => {
      const { database } = service.service;
      const blobId = randomUUID();
      await database.transact(({ jobs }) =>
        jobs.enqueue({ name: 'remove-unused-blob', blobId }, { startAfterSeconds: 3600 }),
      );
      // Instead of five hours of attempts.
      const { engine } = database as AdapterDatabase;
      await engine.execute(
        `UPDATE ${engine.jobsSchema}.job SET state = 'failed', retry_count = retry_limit, completed_on = now(),
            output = '{"code": "ECONNREFUSED", "message": "connect ECONNREFUSED 192.0.2.1:25"}'
          WHERE data ->> 'blobId' = $1`,
        [blobId],
      );
      const failed = await read<{ jobId: string; lastError: string }[]>('jobs', 'list', '--state', 'failed');
      expect(failed).toMatchObject([
        { job: 'remove-unused-blob', lastError: 'ECONNREFUSED: connect ECONNREFUSED 192.0.2.1:25' },
      ]);
      await read('jobs', 'retry', failed[0]?.jobId ?? '');
      await waitFor('the job to be done', async () => {
        const { state } = await read<{ state: string }>('jobs', 'show', failed[0]?.jobId ?? '');
        return state === 'done' || null;
      });
    });

    /** Answers for a token of the key. */
    async function use(apiKey: string) {
      const anonymous = createApiClient(service.baseUrl);
      const { status, body } = await anonymous.post<{ access_token: string }>('/v1/auth/token', { apiKey });
      return { status, client: createApiClient(service.baseUrl, body.access_token) };
    }

    it('creates an account whose owner works with the key that is shown', async () => {
      const args = [
        '--email',
        'eva@example.com',
        '--name',
        'Eva AB',
        '--capabilities',
        'templates,signingOrder',
      ];
      const created = await read<Me & { apiKey: string }>('accounts', 'create', ...args);
      expect(created.apiKey).toMatch(/^sk_.{43}$/);
      const { client } = await use(created.apiKey);
      const { accountId, userId } = created;
      const expected = { accountId, userId, accountName: 'Eva AB', emailAddress: 'eva@example.com' };
      expect((await client.get('/v1/users/me')).body).toMatchObject(expected);
      const { body } = await client.get('/v1/account/capabilities');
      expect(body).toMatchObject({ templates: true, signingOrder: true, publicLinks: false });
      const accounts = await read<Me[]>('accounts', 'list');
      expect(accounts.map((account) => account.accountId)).toEqual([me.accountId, accountId]);
      expect(JSON.stringify(accounts)).not.toContain(created.apiKey);
    });

    it('creates a user, and keys that end when they are deleted', async () => {
      const args = ['--account', me.accountId, '--email', 'bo@example.com', '--name', 'Bo'];
      const user = await read<{ userId: string; apiKey: string }>('users', 'create', ...args);
      const users = await read<object[]>('users', 'list', '--account', me.accountId);
      expect(users).toContainEqual(
        expect.objectContaining({ userId: user.userId, role: 'member', status: 'active' }),
      );
      const key = await read<{ apiKeyId: string; apiKey: string }>(
        ...['keys', 'create', '--user', user.userId, '--name', 'Spare'],
      );
      const { client } = await use(key.apiKey);
      expect((await client.get<Me>('/v1/users/me')).body.userId).toBe(user.userId);
      const keys = await read<object[]>('keys', 'list', '--account', me.accountId);
      expect(keys).toContainEqual(expect.objectContaining({ apiKeyId: key.apiKeyId, name: 'Spare' }));
      expect(await run('keys', 'delete', '--key', key.apiKeyId)).toEqual({ code: 0, out: '', error: '' });
      expect((await client.get('/v1/users/me')).status).toBe(401);
      expect((await use(key.apiKey)).status).toBe(401);
      expect((await use(user.apiKey)).status).toBe(200);
    });

    it('prints lines for people', async () => {
      const args = ['accounts', 'create', '--email', 'ali@example.com', '--name', 'Ali AB'];
      const { out } = await admin(service.env, ...args);
      expect(out).toMatch(/^accountId: \S+\nuserId: \S+\napiKey: sk_\S+\n$/);
      const [, accountId = ''] = /^accountId: (\S+)/.exec(out) ?? [];
      const users = (await run('users', 'list', '--account', accountId)).out;
      expect(users.split('\n')[1]?.split('\t')[2]).toBe('ali');
      const list = (await run('users', 'list', '--account', me.accountId)).out;
      expect(list.split('\n')[0]).toBe('userId\temailAddress\tfullName\trole\tstatus\tcreatedAt');
    });

    it('removes the second factor of a person who lost the device, and ends their sessions', async () => {
      const { database } = service.service;
      const browser = await signIn(service.baseUrl);
      const findOwner = () => database.read.people.findByEmail('owner@example.com');
      const owner = await findOwner();
      if (owner === null) throw new Error('the owner is a person');
      const totp = { secret: 'JBSWY3DPEHPK3PXP', confirmedAt: new Date(), lastStep: 0 };
      await database.transact(async ({ people }) => {
        await people.update({ ...owner, totp });
        await people.replaceRecoveryCodes(owner.personId, ['a']);
      });
      const args = ['users', 'reset-sign-in', '--email'];
      expect((await run(...args, 'OWNER@example.com')).code).toBe(0);
      expect(await findOwner()).toEqual(owner);
      expect(await database.read.people.countRecoveryCodes(owner.personId)).toBe(0);
      expect((await browser.get('/v1/users/me')).status).toBe(401);
      expect(await run(...args, 'nobody@example.com')).toMatchObject({ code: 1, out: '' });
    });

    // Owners could not see that the operator had made a key, or had a document sealed.
    it('is in the log of the account: what changed, and that the operator did it', async () => {
      const args = [
        '--account',
        me.accountId,
        '--email',
        'liv@example.com',
        '--name',
        'Liv',
        '--role',
        'admin',
      ];
      const { userId } = await read<Me>('users', 'create', ...args);
      const { apiKeyId } = await read<{ apiKeyId: string }>(
        ...['keys', 'create', '--user', userId, '--name', 'Night'],
      );
      await read('keys', 'delete', '--key', apiKeyId);
      await read('users', 'reset-sign-in', '--email', 'liv@example.com');
      const { body } = await service.client.get<{ events: object[] }>('/v1/account/audit-log?limit=4');
      const by = 'operator';
      const nobody = { userId: null, address: null };
      expect(body.events).toMatchObject([
        { type: 'sign_in.reset', subjectId: userId, details: { by }, ...nobody },
        { type: 'api_key.removed', subjectId: apiKeyId, details: { by, name: 'Night' }, ...nobody },
        { type: 'api_key.created', subjectId: apiKeyId, details: { by, name: 'Night' }, ...nobody },
        {
          ...{ type: 'user.created', subjectId: userId, ...nobody },
          details: { by, emailAddress: 'liv@example.com', role: 'admin' },
        },
      ]);
      const created = await read<Me & { apiKey: string }>(
        ...['accounts', 'create', '--email', 'eva@example.com', '--name', 'Eva Log'],
      );
      const { client } = await use(created.apiKey);
      const { body: log } = await client.get<{ events: object[] }>('/v1/account/audit-log?limit=50');
      expect(log.events).toMatchObject([
        { type: 'account.created', subjectId: created.userId, details: { by }, ...nobody },
      ]);
    });

    it('lists what is kept of identifications without what is encrypted, and exports one, which is audited', async () => {
      const fileId = await uploadFixture(service.client);
      const { body } = await service.client.post<{ documentId: string }>('/v1/docs', documentBody(fileId));
      const { documentId } = body;
      const facts = {
        proofId: randomUUID(),
        documentId,
        signeeId: randomUUID(),
        kind: 'electronic_id' as const,
      };
      const keptAt = new Date('2026-03-01T12:00:00Z');
      const content = { personalNumber: '191212121212', fullName: 'Łukasz Żółć', signature: null };
      const { database } = service.service;
      await database.transact(({ keptProofs }) => keptProofs.insert({ ...facts, keptAt, content }));
      const presented = { ...facts, keptAt: keptAt.toISOString() };
      expect(await read('evidence', 'list', '--document', documentId)).toEqual([presented]);
      const exported = await read('evidence', 'export', '--proof', facts.proofId);
      expect(exported).toEqual({ ...presented, ...content });
      const trail = await database.read.audit.listFor({ kind: 'document', id: documentId });
      expect(trail.filter(({ type }) => type === 'document.evidence_exported')).toHaveLength(1);
      const { body: log } = await service.client.get<{ events: object[] }>('/v1/account/audit-log?limit=1');
      expect(log.events).toMatchObject([
        { type: 'document.evidence_exported', subjectId: documentId, details: { by: 'operator' } },
      ]);
    });

    it('refuses with sentences on standard error and exit code 1', async () => {
      const known = [
        '--account',
        me.accountId,
        '--email',
        'OWNER@example.com',
        '--name',
        'Me',
        '--role',
        'member',
      ];
      const taken = await run('users', 'create', ...known);
      expect(taken).toEqual({ code: 1, out: '', error: expect.stringContaining('email address') });
      const wrong = ['--email', 'nobody', '--name', 'x\u202ey', '--capabilities', 'flying'];
      const answer = await run('accounts', 'create', ...wrong);
      expect(answer).toMatchObject({ code: 1, out: '' });
      expect(
        answer.error
          .trim()
          .split('\n')
          .map((line) => line.split(' ')[0]),
      ).toEqual(['email', 'name', 'capabilities']);
      // A mistyped id was only "not valid".
      expect(await run('evidence', 'export', '--proof', '12')).toEqual({
        ...{ code: 1, out: '' },
        error: expect.stringContaining('proof is not an ID'),
      });
      // So was one that nothing has.
      for (const args of [
        ['users', 'list', '--account', 'x'],
        ['keys', 'delete', '--key', me.accountId],
        ['users', 'reset-sign-in', '--email', 'nobody@example.com'],
        ['evidence', 'export', '--proof', me.accountId],
      ])
        expect(await run(...args)).toEqual({
          code: 1,
          out: '',
          error: expect.stringContaining('is not known'),
        });
    });

    it('has a socket for the service user alone with the embedded database, and none with PostgreSQL', async () => {
      const path = join(service.env.DATA_DIR, 'admin.sock');
      expect(existsSync(path)).toBe(kind.name === 'embedded');
      if (kind.name !== 'embedded') return;
      expect(statSync(path).mode & 0o777).toBe(0o600);
      for (const request of [
        '{',
        '{"command": "accounts create"}',
        '{"command": "toString", "values": {}}',
      ]) {
        const socket = connect(path);
        socket.end(request);
        expect(await text(socket)).toContain('refusal');
      }
    });
  });

  it.skipIf(skip)(
    'works while the service is stopped',
    async () => {
      const service = await startService(kind);
      await service.service.close();
      const { code, out } = await admin(service.env, 'accounts', 'list', '--json');
      expect([code, JSON.parse(out)]).toEqual([0, [expect.objectContaining({ name: 'First account' })]]);
      expect(existsSync(join(service.env.DATA_DIR, 'admin.sock'))).toBe(false);
      await service.close();
    },
    120_000,
  );

  it.skipIf(skip)('creates no keys where no service has been', async () => {
    const place = await prepareEnvironment(kind);
    const answer = await runHere(place.env, 'accounts', 'list');
    expect(answer).toEqual({ code: 1, out: '', error: expect.stringMatching(/^KEYS_DIR: [^\n]+\n$/) });
    expect(existsSync(join(place.env.DATA_DIR, 'keys'))).toBe(false);
    await place.remove();
  });
});

describe('npm run admin', () => {
  it('explains itself', async () => {
    const { code, out } = await admin({}, '--help');
    expect([code, out]).toEqual([0, expect.stringContaining('accounts create')]);
    const command = await runHere({}, 'accounts', 'create', '--help');
    expect(command.out).toMatch(/--email VALUE --name VALUE .*\[--capabilities VALUE\]/);
  });

  it.each([
    [[], 'missing command'],
    [['accounts', 'destroy'], 'unknown command: accounts destroy'],
    [['accounts', 'create', '--email', 'eva@example.com'], 'missing --name'],
    [['accounts', 'list', '--colour'], '--colour'],
  ])('answers %j with exit code 2', async (args, message) => {
    expect(await runHere({}, ...args)).toEqual({ code: 2, out: '', error: expect.stringContaining(message) });
  });

  it('names a wrong setting with the exit code of the service', async () => {
    const { code, error } = await admin({ DATABASE_URL: 'mysql://localhost/x' }, 'accounts', 'list');
    expect([code, error]).toEqual([EX_CONFIG, expect.stringMatching(/^DATABASE_URL: [^\n]+\n$/)]);
  });
});
