import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDevelopmentSigner } from '@countersign/seal';
import { createServer, readConfig, StartError } from '@countersign/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodeP12 } from '../../fixtures/build/seal-key.ts';
import { openEngine } from '../../packages/adapters/postgres/open-database.ts';
import { shareOf } from '../../packages/pdf/testing/share.ts';
import { compileCache, type ServiceProcess, startProcess } from './start-process.ts';
import { anyDatabase, databaseKinds, prepareEnvironment, startService } from './start-service.ts';

const MAIN = fileURLToPath(import.meta.resolve('../../packages/server/main.mjs'));
const EX_CONFIG = 78;

function runMain(settings: Record<string, string>) {
  const env = { ...compileCache, ...settings };
  return spawnSync(process.execPath, [MAIN], { env, encoding: 'utf8', timeout: 30_000 });
}

/** Starts in this process, where a process takes longer than its start: `main` prints the message of a `StartError`. */
async function failToStart(settings: Record<string, string>): Promise<StartError> {
  try {
    const service = await createServer(readConfig({ ...settings, LOG_LEVEL: 'fatal' }));
    await service.close();
  } catch (error) {
    if (error instanceof StartError) return error;
    throw error;
  }
  throw new Error('the service started');
}

describe('a wrong setting', () => {
  it('stops the start with one line that names it', () => {
    const { status, stderr } = runMain({ PORT: 'eighty' });
    expect(status).toBe(EX_CONFIG);
    expect(stderr).toMatch(/^PORT: [^\n]+\n$/);
  });

  it('is named if its file is missing', async () => {
    const { code, message } = await failToStart({ SEAL_P12: '/nowhere/seal.p12' });
    expect(code).toBe('setting_invalid');
    expect(message).toMatch(/^SEAL_P12: [^\n]+$/);
  });

  it('a database that does not answer is named too', async () => {
    const place = await prepareEnvironment(anyDatabase);
    const unreachable = 'postgres://nobody@127.0.0.1:1/none';
    const { status, stderr } = runMain({ ...place.env, DATABASE_URL: unreachable, LOG_LEVEL: 'fatal' });
    await place.remove();
    expect(status).toBe(1);
    expect(stderr).toMatch(/^DATABASE_URL: [^\n]+\n$/);
  });

  describe.each(shareOf(databaseKinds))('a database of another build ($title)', ({ kind, skip }) => {
    it.skipIf(skip)('stops the start with one line that says what to do', async () => {
      const { env, remove } = await prepareEnvironment(kind);
      const { DATA_DIR, DATABASE_URL } = env;
      const engine = await openEngine(
        DATABASE_URL === undefined ? { dataDir: join(DATA_DIR, 'database') } : { databaseUrl: DATABASE_URL },
      );
      await engine.migrateAlone(async () => {
        await engine.execute(
          `CREATE TABLE IF NOT EXISTS ${engine.schema}.kysely_migration (name text, timestamp text)`,
        );
        await engine.execute(`INSERT INTO ${engine.schema}.kysely_migration VALUES ('another', '')`);
      });
      await engine.close();
      const { message } = await failToStart(env);
      await remove();
      const setting = DATABASE_URL === undefined ? 'DATA_DIR' : 'DATABASE_URL';
      expect(message).toMatch(
        new RegExp(`^${setting}: another build [^\\n]+start with an empty one[^\\n]+$`),
      );
    });
  });

  // HOST ended the start with a stack trace; of KEYS_DIR the line named DATA_DIR.
  it.each([
    ['HOST', '192.0.2.1', 'address_unusable'],
    ['KEYS_DIR', MAIN, 'data_dir_unusable'],
  ])('%s that cannot be used is named too', async (name, value, expected) => {
    const place = await prepareEnvironment(anyDatabase);
    const { code, message } = await failToStart({ ...place.env, [name]: value });
    await place.remove();
    expect(code).toBe(expected);
    expect(message).toMatch(new RegExp(`^${name}: [^\\n]+$`));
  });
});

describe('the certificate that seals', () => {
  const TEN_YEARS_MS = 10 * 365.25 * 24 * 3600 * 1000;
  const DAY_MS = 24 * 3600 * 1000;
  let place: Awaited<ReturnType<typeof prepareEnvironment>>;
  beforeEach(async () => {
    place = await prepareEnvironment(anyDatabase);
  });
  afterEach(() => place.remove());

  /** A development certificate is valid for ten years. */
  async function expiringIn(days: number): Promise<string> {
    const now = new Date(Date.now() - TEN_YEARS_MS + days * DAY_MS);
    return (await createDevelopmentSigner({ key: 'rsa-2048', now })).pem;
  }

  it('that expired, or has another passphrase, stops the start with one line that says so', async () => {
    const path = join(place.env.DATA_DIR, 'seal.p12');
    writeFileSync(path, encodeP12(await expiringIn(-3), 'secret'));
    const settings = { ...place.env, SEAL_P12: path };
    const expired = await failToStart({ ...settings, SEAL_P12_PASSPHRASE: 'secret' });
    expect(expired.message).toMatch(/^SEAL_P12: the certificate expired on \d{4}-[^\n]+$/);
    expect(expired.code).toBe('seal_unusable');
    const locked = await failToStart({ ...settings, SEAL_P12_PASSPHRASE: 'wrong' });
    expect(locked.message).toMatch(/^SEAL_P12: [^\n]*SEAL_P12_PASSPHRASE[^\n]*$/);
  });

  // A damaged one ended the start with a stack trace.
  it('that the service made itself is named when it is damaged', async () => {
    const keys = join(place.env.DATA_DIR, 'keys');
    mkdirSync(keys);
    writeFileSync(join(keys, 'development-seal.pem'), 'not a key');
    const { code, message } = await failToStart(place.env);
    expect(message).toMatch(/^KEYS_DIR: development-seal\.pem: [^\n]+$/);
    expect(code).toBe('seal_unusable');
  });

  it('that expires soon is reported by log and readiness, and the service works', async () => {
    const KEYS_DIR = join(place.env.DATA_DIR, 'keys');
    mkdirSync(KEYS_DIR);
    writeFileSync(join(KEYS_DIR, 'development-seal.pem'), await expiringIn(12));
    const lines: string[] = [];
    const log = { write: (line: string) => void lines.push(line) };
    await using closing = new AsyncDisposableStack();
    const service = await startService(anyDatabase, { KEYS_DIR, LOG_LEVEL: 'warn' }, { log });
    closing.defer(() => service.close());
    const { body } = await service.client.get<{ warnings: { code: string }[] }>('/readyz');
    expect(body.warnings.map(({ code }) => code)).toEqual(['seal_certificate_expires']);
    await expect.poll(() => lines.join('')).toContain('expires on');
    const warned = lines.join('');
    expect(warned).toContain('"code":"seal_certificate_expires"');
    expect(warned).toContain('"code":"seal_development_certificate"');
  });
});

describe('a service of its own process', () => {
  let place: Awaited<ReturnType<typeof prepareEnvironment>>;
  let first: ServiceProcess;
  let second: ServiceProcess;
  let firstExit: number | null;
  beforeAll(async () => {
    place = await prepareEnvironment(embedded());
    first = await startProcess({ ...place.env, BOOTSTRAP_PASSWORD: '' });
    firstExit = await first.stop('SIGTERM');
    second = await startProcess({ ...place.env, BOOTSTRAP_PASSWORD: '' });
  });
  afterAll(async () => {
    await second.stop('SIGKILL');
    await place.remove();
  });

  it('prints its addresses, and generated credentials once', () => {
    expect(first.output()).toContain(`Countersign is ready at ${first.baseUrl}`);
    expect(first.output()).toContain(`${first.baseUrl}/outbox`);
    expect(first.output()).toMatch(/Password [\w-]{20,}/);
    expect(firstExit).toBe(0);
    expect(second.output()).toContain(`Countersign is ready at ${second.baseUrl}`);
    expect(second.output()).not.toContain('Password');
  });

  it('keeps its keys where only it can read them', () => {
    const folder = join(place.env.DATA_DIR, 'keys');
    const names = readdirSync(folder);
    expect(names.toSorted()).toEqual(['development-seal.pem', 'download.key', 'encryption.key']);
    for (const name of names) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it('does not let a second process into its folder, nor onto its port', async () => {
    const sameFolder = runMain({ ...place.env, PORT: '18999', LOG_LEVEL: 'fatal' });
    expect(sameFolder).toMatchObject({ status: 1, stderr: expect.stringMatching(/^DATA_DIR: [^\n]+\n$/) });
    const otherPlace = await prepareEnvironment(anyDatabase);
    const port = new URL(second.baseUrl).port;
    const samePort = await failToStart({ ...otherPlace.env, PORT: port });
    await otherPlace.remove();
    expect(samePort).toMatchObject({
      ...{ code: 'port_in_use', message: expect.stringMatching(/^PORT: [^\n]+$/) },
    });
    expect(await second.stop('SIGTERM')).toBe(0);
  });
});

function embedded() {
  const found = databaseKinds.find(({ kind }) => kind.name === 'embedded');
  if (found === undefined) throw new Error('the embedded database is always there');
  return found.kind;
}
