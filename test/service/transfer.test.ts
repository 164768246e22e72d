import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOW_COSTS } from '@countersign/identity/testing';
import { createServer, type RunningService, readConfig } from '@countersign/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../../packages/adapters/testing/s3-server.ts';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { runAdminCommandLine } from '../../packages/server/admin/command-line.ts';
import { runTransfer } from '../../packages/server/transfer/command-line.ts';
import { type ApiClient, authorize } from './api-client.ts';
import { ask, openLink, sendAssisted } from './assistant/ask.ts';
import {
  documentBody,
  readInvitation,
  signByHand,
  signOne,
  uploadFixture,
  waitForStatus,
} from './journey-steps.ts';
import {
  anyDatabase,
  databaseKinds,
  listenSettings,
  prepareEnvironment,
  startService,
  type TestService,
} from './start-service.ts';

type Env = Readonly<Record<string, string>>;

async function transfer(env: Env, ...args: readonly string[]) {
  const [out, error]: [string[], string[]] = [[], []];
  const code = await runTransfer(args, env, {
    out: (line) => void out.push(line),
    error: (line) => void error.push(line),
  });
  return { code, out, error: error.join('\n') };
}

const kindOf = (name: string) => databaseKinds.find(({ kind }) => kind.name === name);
const [embedded, server] = [kindOf('embedded'), kindOf('server')];
if (embedded === undefined || server === undefined) throw new Error('both kinds are listed');

describe('a service that is backed up and moved', () => {
  const folder = makeTemporaryDir();
  const [backup, moved] = [`${folder.path}/backup`, `${folder.path}/moved`];
  const closing = new AsyncDisposableStack();
  let source: TestService;
  let s3: S3Server;
  const sealed: (readonly [documentId: string, bytes: Buffer])[] = [];
  let waiting: string;

  beforeAll(async () => {
    closing.defer(() => folder.remove());
    s3 = await startS3Server();
    closing.defer(() => s3.close());
    source = await startService(embedded.kind);
    closing.defer(() => source.close());
    sealed.push(await signOne(source.client), await signOne(source.client));
    const fileId = await uploadFixture(source.client);
    const signeeDetails = [
      { fullName: 'Bo Ek', emailAddress: 'bo@example.com', signaturePlacement: 'new_page' },
    ];
    const body = documentBody(fileId, { name: 'Waits', signeeDetails });
    waiting = (await source.client.post<{ documentId: string }>('/v1/docs', body)).body.documentId;
    await readInvitation(source.client, 'bo@example.com');
  });
  afterAll(() => closing.disposeAsync());

  /** Starts a service on what was loaded. */
  async function startOn(env: Env): Promise<[RunningService, ApiClient]> {
    const settings = await listenSettings();
    const service = await createServer(readConfig({ ...settings, ...env }), { passwordCosts: LOW_COSTS });
    closing.defer(() => service.close());
    return [service, await authorize(service.baseUrl, settings.BOOTSTRAP_API_KEY ?? '')];
  }

  async function expectSealedFiles(client: ApiClient): Promise<void> {
    for (const [documentId, bytes] of sealed) {
      const redirect = await client.get(`/v1/docs/${documentId}/signed-file`);
      const answer = await client.anonymous.get(redirect.headers.get('location') ?? '');
      expect(answer.bytes.equals(bytes)).toBe(true);
    }
  }

  it('is backed up while it runs, and not exported', async () => {
    const answer = await transfer(source.env, 'backup', backup);
    expect(answer).toMatchObject({ code: 0, error: '' });
    expect(answer.out.at(-1)).toMatch(/^complete: \d+ tables and \d+ files .* every hash compared$/);
    expect(await transfer(source.env, 'backup', backup)).toMatchObject({ code: 1 });
    const refused = await transfer(source.env, 'export', moved);
    expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('data_dir_locked') });
    await expectSealedFiles(source.client);
  });

  it('is restored from the backup', async () => {
    const { env, remove } = await prepareEnvironment(embedded.kind);
    closing.defer(remove);
    expect(await transfer(env, 'restore', backup)).toMatchObject({ code: 0, error: '' });
    const [service, client] = await startOn(env);
    await expectSealedFiles(client);
    const running = await transfer(env, 'restore', backup);
    expect(running).toMatchObject({ code: 1, error: expect.stringContaining('data_dir_locked') });
    await service.close();
  });

  it('refuses another key, a damaged backup and another database, and loads nothing', async () => {
    const other = `${folder.path}/other`;
    mkdirSync(`${other}/keys`, { recursive: true });
    writeFileSync(`${other}/keys/encryption.key`, randomBytes(32).toString('hex'));
    const wrongKey = await transfer({ DATA_DIR: other }, 'restore', backup);
    expect(wrongKey).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^KEYS_DIR: encryption\.key .* nothing was loaded$/),
    });
    const ENCRYPTION_KEYS = randomBytes(32).toString('hex');
    const wrongSetting = await transfer({ DATA_DIR: other, ENCRYPTION_KEYS }, 'restore', backup);
    expect(wrongSetting.error).toMatch(/^ENCRYPTION_KEYS is not the key/);
    const damaged = `${folder.path}/damaged`;
    cpSync(backup, damaged, { recursive: true });
    writeFileSync(`${damaged}/tables/accounts.ndjson`, '');
    expect(await transfer({ DATA_DIR: other }, 'restore', damaged)).toMatchObject({
      ...{ code: 1, error: 'the backup is damaged: tables/accounts.ndjson has another hash or is missing' },
    });
    rmSync(`${damaged}/manifest.json`);
    expect(await transfer({ DATA_DIR: other }, 'restore', damaged)).toMatchObject({
      ...{ code: 1, error: expect.stringContaining('no complete backup') },
    });
  });

  it.skipIf(server.skip)(
    'moves to PostgreSQL and an S3 store, and goes on where it was interrupted',
    async () => {
      await source.service.close();
      expect(await transfer(source.env, 'export', moved)).toMatchObject({ code: 0, error: '' });
      const target = await prepareEnvironment(server.kind);
      closing.defer(() => target.remove());
      const env: Env = {
        ...target.env,
        S3_ENDPOINT: s3.endpoint,
        S3_BUCKET: s3.bucket,
        S3_PREFIX: 'signing',
        S3_ACCESS_KEY_ID: s3.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      };
      const paths = [...readFileSync(`${moved}/SHA256SUMS`, 'utf8').matchAll(/ (files\/\S+)$/gm)].map(
        ([, path = '']) => join(moved, path),
      );
      const [last = ''] = paths.slice(-1);
      const content = readFileSync(last);
      writeFileSync(last, 'cut off');
      const interrupted = await transfer(env, 'import', moved);
      expect(interrupted).toMatchObject({
        code: 1,
        error: expect.stringContaining('the backup is damaged: the file'),
      });
      const countPuts = () => s3.requests.filter((request) => /^PUT .*\/signing\/..\//.test(request)).length;
      expect(countPuts()).toBe(paths.length - 1);
      writeFileSync(last, content);
      expect(await transfer(env, 'import', moved)).toMatchObject({ code: 0, error: '' });
      expect(countPuts()).toBe(paths.length);
      const again = await transfer(env, 'import', moved);
      expect(again.out).toContain('the database has these rows already');

      const [, client] = await startOn(env);
      await expectSealedFiles(client);
      const link = await readInvitation(client, 'bo@example.com');
      await client.anonymous.get(`${link}/session`);
      await signByHand(client.anonymous, link);
      await waitForStatus(client, waiting, 'completed');
      await signOne(client);
      expect((await transfer(env, 'import', moved)).error).toMatch(/a service uses the database/);

      // And back, from a backup of the running service.
      const back = `${folder.path}/back`;
      expect(await transfer(env, 'backup', back)).toMatchObject({ code: 0, error: '' });
      const home = { ...source.env, DATA_DIR: `${folder.path}/home` };
      expect(await transfer(home, 'restore', back)).toMatchObject({ code: 0, error: '' });
      const [restored, reader] = await startOn(home);
      await expectSealedFiles(reader);
      expect((await reader.get(`/v1/docs/${waiting}`)).body).toMatchObject({ status: 'completed' });
      await restored.close();
    },
  );
});

describe('the key that encrypts secrets', () => {
  it('is changed while the service runs, and the old one is not needed afterwards', async () => {
    const place = await prepareEnvironment(anyDatabase);
    await using closing = new AsyncDisposableStack();
    closing.defer(() => place.remove());
    const listening = await listenSettings();
    const [older, newer] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
    const env = (keys: string) => ({ ...place.env, ...listening, ENCRYPTION_KEYS: keys });
    const start = async (keys: string): Promise<[RunningService, ApiClient]> => {
      const service = await createServer(readConfig(env(keys)), { passwordCosts: LOW_COSTS });
      closing.defer(() => service.close());
      return [service, await authorize(service.baseUrl, listening.BOOTSTRAP_API_KEY ?? '')];
    };
    const admin = async (keys: string) => {
      const lines: string[] = [];
      const print = (line: string) => void lines.push(line);
      const code = await runAdminCommandLine(['encryption', 'renew'], env(keys), {
        out: print,
        error: print,
      });
      return { code, text: lines.join('\n') };
    };

    const [before, client] = await start(older);
    const { link } = await sendAssisted(client, await uploadFixture(client));
    const webhook = await client.post('/v1/webhooks', {
      webhookUrl: 'http://127.0.0.1:9/',
      name: 'Hook',
      eventTypes: ['document.completed'],
    });
    expect(webhook.status).toBe(201);
    await before.close();

    const [during, both] = await start(`${newer},${older}`);
    const renewed = await admin(`${newer},${older}`);
    expect(renewed).toMatchObject({ code: 0, text: expect.stringMatching(/^renewed: \d+$/) });
    // A document, messages, a webhook and the word that a start checks.
    expect(Number(renewed.text.replace(/\D/g, ''))).toBeGreaterThanOrEqual(4);
    expect((await admin(`${newer},${older}`)).text).toBe('renewed: 0');
    expect((await both.get('/v1/webhooks')).status).toBe(200);
    await during.close();

    await expect(start(older)).rejects.toThrow(/^(DATABASE_URL|DATA_DIR): encryption_key_wrong/);
    const [, after] = await start(newer);
    const browser = await openLink(after, link);
    const answer = await ask(browser, link, 'Who are the parties?');
    expect(answer.status).toBe(200);
    await signByHand(browser, link);
    expect((await after.get('/v1/webhooks')).status).toBe(200);
  });
});
