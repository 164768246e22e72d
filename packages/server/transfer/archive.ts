/**
 * A backup is a folder: `tables/<name>.ndjson` with a row a line, `files/blobs` as on the disk of a service, `keys`, `SHA256SUMS`
 * of all of them (as for `sha256sum --check`), and last `manifest.json`. Without the last it is not complete.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import {
  appendFile,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import type { Engine } from '@countersign/adapters/postgres/transaction';
import { hashStored, openDiskFiles, type StoredFiles } from '@countersign/adapters/transfer/stored-files';
import { readMigrations, readTables, type TableSummary } from '@countersign/adapters/transfer/tables';
import { BlobMissing } from '@countersign/signing/ports';

const MANIFEST = 'manifest.json';
const TABLES = 'tables.json';
const SUMS = 'SHA256SUMS';
/** Each line is added when the file is complete, so that an interrupted backup goes on after it. */
const JOURNAL = 'files.sha256';
const FORMAT = 1;
const FILES_A_REPORT = 100;

/** Its message is one sentence for the operator. */
export class TransferError extends Error {}

export type Report = (line: string) => void;

interface DumpedTables {
  readonly migrations: readonly string[];
  readonly tables: readonly TableSummary[];
}

export interface Manifest extends DumpedTables {
  readonly format: typeof FORMAT;
  readonly createdAt: string;
  readonly files: number;
}

/** Writes all rows as they are at one moment; a running service goes on. */
export async function dumpTables(engine: Engine, folder: string): Promise<void> {
  const dir = join(folder, 'tables');
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const migrations = await readMigrations(engine);
  const tables = await readTables(engine, async (table) => {
    const file = await open(join(dir, `${table}.ndjson`), 'wx', 0o600);
    return {
      write: (text) => file.writeFile(text),
      async end() {
        await file.sync();
        await file.close();
      },
    };
  });
  await writeFile(join(folder, TABLES), JSON.stringify({ migrations, tables } satisfies DumpedTables), {
    mode: 0o600,
  });
}

export interface ArchiveSource {
  readonly dumpTables: (folder: string) => Promise<void>;
  readonly files: StoredFiles;
  readonly keysDir: string;
  /** These come from a setting and not from the folder. */
  readonly encryptionKeys: readonly Buffer[] | undefined;
}

/** Writes a backup, or completes one that was interrupted. Throws `TransferError`. */
export async function writeArchive(folder: string, source: ArchiveSource, report: Report): Promise<Manifest> {
  if (existsSync(join(folder, MANIFEST)))
    throw new TransferError(`${folder} has a complete backup already: name a new folder`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await copyKeys(folder, source);
  // Files never change, so those that the rows name are there when the rows have been read.
  await source.dumpTables(folder);
  const dumped: DumpedTables = JSON.parse(await readFile(join(folder, TABLES), 'utf8'));
  for (const { table, rows } of dumped.tables) report(`table ${table}: ${rows} rows`);
  const files = await copyFiles(folder, source.files, report);
  await writeSums(folder, dumped, files);
  const manifest: Manifest = {
    format: FORMAT,
    createdAt: new Date().toISOString(),
    ...dumped,
    files: files.size,
  };
  await replaceFile(join(folder, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await Promise.all([JOURNAL, TABLES].map((name) => rm(join(folder, name), { force: true })));
  return manifest;
}

async function copyKeys(folder: string, { keysDir, encryptionKeys }: ArchiveSource): Promise<void> {
  const dir = join(folder, 'keys');
  await mkdir(dir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(keysDir).catch(() => []))
    if (/\.(key|pem)$/.test(name)) await copyFile(join(keysDir, name), join(dir, name));
  if (encryptionKeys === undefined) return;
  const lines = encryptionKeys.map((key) => key.toString('hex')).join('\n');
  await replaceFile(join(dir, 'encryption.key'), lines);
}

async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true });
  await rename(draft, path);
}

/** Returns the hashes of all files by id. Each is read again after it was written. */
async function copyFiles(
  folder: string,
  from: StoredFiles,
  report: Report,
): Promise<ReadonlyMap<string, string>> {
  const to = openDiskFiles(join(folder, 'files'), join(folder, 'files', 'new'));
  const copied = parseSums(await readFile(join(folder, JOURNAL), 'utf8').catch(() => ''));
  if (copied.size > 0) report(`going on after ${copied.size} files`);
  const complete = new Map<string, string>();
  try {
    for await (const blobId of from.list()) {
      const sha256 = copied.get(blobId) ?? (await copyFileTo(to, from, blobId));
      // The file was removed meanwhile, because its time was over.
      if (sha256 === null) continue;
      if ((await hashStored(to, blobId)) !== sha256)
        throw new TransferError(`the copy of ${blobId} differs from what was read`);
      if (!copied.has(blobId))
        await appendFile(join(folder, JOURNAL), `${sha256}  ${blobId}\n`, { mode: 0o600 });
      complete.set(blobId, sha256);
      if (complete.size % FILES_A_REPORT === 0) report(`${complete.size} files`);
    }
  } finally {
    await to.close();
  }
  report(`${complete.size} files`);
  return complete;
}

async function copyFileTo(to: StoredFiles, from: StoredFiles, blobId: string): Promise<string | null> {
  try {
    const expected = await hashStored(from, blobId);
    if (expected === null) return null;
    // A copy whose writing was interrupted before the journal is complete, because files are named at their end.
    await to.write(blobId, await from.read(blobId));
    return expected;
  } catch (error) {
    if (error instanceof BlobMissing) return null;
    throw error;
  }
}

async function writeSums(
  folder: string,
  { tables }: DumpedTables,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const lines = tables.map(({ table, sha256 }) => `${sha256}  tables/${table}.ndjson`);
  for (const name of await readdir(join(folder, 'keys')))
    lines.push(`${await hashPath(join(folder, 'keys', name))}  keys/${name}`);
  for (const [blobId, sha256] of files) lines.push(`${sha256}  ${filePath(blobId)}`);
  await replaceFile(join(folder, SUMS), `${lines.join('\n')}\n`);
}

const filePath = (blobId: string) => `files/blobs/${blobId.slice(-2).toLowerCase()}/${blobId}`;

/** Reads lines of `sha256sum`. */
function parseSums(text: string): Map<string, string> {
  const entries = [...text.matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)];
  return new Map(entries.map(([, sha256 = '', path = '']) => [path, sha256]));
}

async function hashPath(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

export interface Archive {
  readonly manifest: Manifest;
  readonly files: StoredFiles;
  /** The hashes of files by id. */
  readonly hashes: ReadonlyMap<string, string>;
  readonly keysDir: string;
  readRows(table: string): AsyncIterable<string>;
}

/** Opens a backup, and compares the hash of every table and key. Files are compared when they are read. Throws `TransferError`. */
export async function openArchive(folder: string): Promise<Archive> {
  if (!existsSync(join(folder, MANIFEST)))
    throw new TransferError(`${folder} has no complete backup: ${MANIFEST} is missing`);
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'));
  if (manifest.format !== FORMAT) throw new TransferError(`${folder} has a backup of another format`);
  const hashes = new Map<string, string>();
  for (const [path, sha256] of parseSums(await readFile(join(folder, SUMS), 'utf8'))) {
    if (path.startsWith('files/')) hashes.set(path.replace(/^.*\//, ''), sha256);
    else if ((await hashPath(join(folder, path)).catch(() => null)) !== sha256)
      throw new TransferError(`the backup is damaged: ${path} has another hash or is missing`);
  }
  if (hashes.size !== manifest.files) throw new TransferError(`the backup is damaged: ${SUMS} lacks files`);
  return {
    manifest,
    hashes,
    files: openDiskFiles(join(folder, 'files'), join(folder, 'files', 'new')),
    keysDir: join(folder, 'keys'),
    readRows: (table) =>
      createInterface({
        input: createReadStream(join(folder, 'tables', `${table}.ndjson`)),
        crlfDelay: Infinity,
      }),
  };
}
