import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AdapterError } from '@countersign/adapters/errors';
import { SecretBox } from '@countersign/adapters/postgres/encryption';
import {
  hashStored,
  openDiskFiles,
  openS3Files,
  type StoredFiles,
} from '@countersign/adapters/transfer/stored-files';
import { loadTables, readMigrations } from '@countersign/adapters/transfer/tables';
import { BlobsUnavailable } from '@countersign/signing/ports';
import { callAdminSocket } from '../admin/admin-socket.ts';
import { hasEncryptionKey, loadSecrets } from '../settings/secrets.ts';
import { readStorageConfig, type StorageConfig } from '../settings/storage.ts';
import { EXIT_WRONG_SETTING, StartError } from '../settings/values.ts';
import { nameLostDatabase, openConfiguredDatabase } from '../wiring/storage.ts';
import {
  type Archive,
  dumpTables,
  openArchive,
  type Report,
  TransferError,
  writeArchive,
} from './archive.ts';

const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;

const USAGE = `usage: npm run backup -- FOLDER     copy database, files and keys into a folder; the service may run
       npm run restore -- FOLDER    load them into an empty database and an empty store; the service is stopped
       npm run export -- FOLDER     as backup, of a service that is stopped, to move it
       npm run import -- FOLDER     as restore: the settings may name another database and another store

Each goes on where it was interrupted, and compares the hash of every table and file. The settings are those of the service:
DATA_DIR, KEYS_DIR, ENCRYPTION_KEYS, DATABASE_URL and S3_...`;

interface Streams {
  out(text: string): void;
  error(text: string): void;
}

/** Returns the exit code. */
export async function runTransfer(
  [command, folder, ...rest]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { out, error: print }: Streams,
): Promise<number> {
  if (command === '--help' || folder === '--help') {
    out(USAGE);
    return 0;
  }
  const work = command === undefined || !Object.hasOwn(COMMANDS, command) ? undefined : COMMANDS[command];
  if (work === undefined || folder === undefined || rest.length > 0) {
    print(USAGE);
    return EXIT_USAGE;
  }
  try {
    await work(resolve(folder), readStorageConfig(env), out);
    return 0;
  } catch (error) {
    const known = describeFailure(error);
    if (known === null) throw error;
    print(known);
    return error instanceof StartError && error.code === 'setting_invalid'
      ? EXIT_WRONG_SETTING
      : EXIT_REFUSED;
  }
}

/** Returns null for what is not foreseen. */
function describeFailure(error: unknown): string | null {
  const named = nameLostDatabase(error);
  if (named instanceof StartError || named instanceof TransferError) return named.message;
  if (error instanceof BlobsUnavailable)
    return `the store of files cannot be used (${String(error.cause)}): run the command again to go on`;
  if (!(error instanceof AdapterError)) return null;
  if (error.code === 'target_not_empty')
    return `the database has other rows (table ${error.params.table}): load a backup into an empty one`;
  if (error.code === 'transfer_differs')
    return `the rows of table ${error.params.table} differ after loading, so nothing was loaded`;
  return null;
}

const COMMANDS: Readonly<
  Record<string, (folder: string, config: StorageConfig, report: Report) => Promise<void>>
> = {
  backup: (folder, config, report) => save(folder, config, report, false),
  export: (folder, config, report) => save(folder, config, report, true),
  restore: load,
  import: load,
};

async function save(
  folder: string,
  config: StorageConfig,
  report: Report,
  isStopped: boolean,
): Promise<void> {
  if (!hasEncryptionKey(config))
    throw new TransferError(`KEYS_DIR: no keys in ${config.keysDir}; set the settings as for the service`);
  await using files = await openFiles(config);
  const source = {
    files: files.opened,
    keysDir: config.keysDir,
    encryptionKeys: config.encryptionKeys,
    dumpTables: (target: string) => dumpDatabase(config, target, isStopped),
  };
  const manifest = await writeArchive(folder, source, report);
  report(
    `complete: ${manifest.tables.length} tables and ${manifest.files} files in ${folder}, every hash compared`,
  );
}

/** A running service reads its embedded database itself. */
async function dumpDatabase(config: StorageConfig, folder: string, isStopped: boolean): Promise<void> {
  if (config.databaseUrl === undefined && !isStopped && (await dumpByService(config.dataDir, folder))) return;
  await using database = await openDatabase(config);
  if (isStopped && !database.opened.engine.openedAlone)
    throw new TransferError(
      'a service uses the database: stop it first, because what it writes now would not be moved',
    );
  await dumpTables(database.opened.engine, folder);
}

/** A service may write to its DATA_DIR and perhaps nowhere else. Returns false if none runs. */
async function dumpByService(dataDir: string, folder: string): Promise<boolean> {
  const rows = join(dataDir, `backup-${randomUUID()}`);
  try {
    const answer = await callAdminSocket(dataDir, { command: 'database dump', values: { folder: rows } });
    if (answer === null) return false;
    if ('refusal' in answer) throw new TransferError(answer.refusal);
    await rm(join(folder, 'tables'), { recursive: true, force: true });
    await cp(rows, folder, { recursive: true });
    return true;
  } finally {
    await rm(rows, { recursive: true, force: true });
  }
}

async function load(folder: string, config: StorageConfig, report: Report): Promise<void> {
  const archive = await openArchive(folder);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  await provideKeys(archive, config);
  await using database = await openDatabase(config);
  const { engine } = database.opened;
  if (!engine.openedAlone) throw new TransferError('a service uses the database: stop it first');
  const migrations = await readMigrations(engine);
  if (JSON.stringify(migrations) !== JSON.stringify(archive.manifest.migrations))
    throw new TransferError('the backup is of another build with another schema: load it with that build');
  await using files = await openFiles(config);
  // The rows come last, so that no service starts on rows without their files.
  await loadFiles(archive, files.opened, report);
  const isNew = await loadTables(engine, archive.manifest.tables, archive.readRows, ({ table, rows }) =>
    report(`table ${table}: ${rows} rows`),
  );
  if (!isNew) report('the database has these rows already');
  report(
    `complete: ${archive.manifest.tables.length} tables and ${archive.manifest.files} files, every hash compared`,
  );
}

/** Keys that are there stay; they have to read what the backup has. */
async function provideKeys(archive: Archive, config: StorageConfig): Promise<void> {
  await mkdir(config.keysDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(archive.keysDir))
    if (!existsSync(join(config.keysDir, name)))
      await copyFile(join(archive.keysDir, name), join(config.keysDir, name));
  const secrets = new SecretBox(loadSecrets(config).encryptionKeys);
  for await (const line of archive.readRows('settings')) {
    const { name, value } = JSON.parse(line);
    if (name !== 'encryption_key_check') continue;
    try {
      secrets.open(value, name);
    } catch {
      throw new TransferError(
        `${config.encryptionKeys === undefined ? `KEYS_DIR: encryption.key in ${config.keysDir}` : 'ENCRYPTION_KEYS'} is not the key that the backup was written with: nothing was loaded`,
      );
    }
  }
}

async function loadFiles({ files: from, hashes }: Archive, to: StoredFiles, report: Report): Promise<void> {
  let done = 0;
  for (const [blobId, sha256] of hashes) {
    if ((await hashStored(to, blobId)) !== sha256) {
      if ((await hashStored(from, blobId)) !== sha256)
        throw new TransferError(`the backup is damaged: the file ${blobId} has another hash or is missing`);
      await to.write(blobId, await from.read(blobId));
      if ((await hashStored(to, blobId)) !== sha256)
        throw new TransferError(`the store has another file ${blobId}: load a backup into an empty store`);
    }
    done += 1;
    if (done % 100 === 0 || done === hashes.size) report(`${done} of ${hashes.size} files`);
  }
}

async function openDatabase(config: StorageConfig) {
  const opened = await openConfiguredDatabase(config, loadSecrets(config), TRANSFER_LIMIT_MS);
  return { opened, [Symbol.asyncDispose]: () => opened.close() };
}

/** Sorting a large table takes longer than a request may. */
const TRANSFER_LIMIT_MS = 60 * 60_000;

async function openFiles({ dataDir, s3 }: StorageConfig) {
  const dir = join(dataDir, 'files');
  const scratch = join(dir, 'transfer');
  const opened = s3 === undefined ? openDiskFiles(dir, scratch) : await openS3Files(s3.location, scratch);
  return { opened, [Symbol.asyncDispose]: () => opened.close() };
}
