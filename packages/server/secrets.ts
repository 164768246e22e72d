import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartError } from './errors.ts';

/** Bytes of a key: AES-256 and HMAC-SHA256. */
const KEY_BYTES = 32;
/** Only the service's own user reads them. */
const SECRET_MODE = 0o600;
const SECRET_FOLDER_MODE = 0o700;

export interface Secrets {
  /** Encrypts what the database must give back in clear: link tokens and webhook secrets. */
  readonly encryptionKey: Buffer;
  /** Signs download addresses. */
  readonly downloadKey: Buffer;
}

/** Keys in a folder, made once. Losing them makes stored links and webhook secrets unreadable: back them up. */
export function loadSecrets(keysDir: string): Secrets {
  return {
    encryptionKey: loadKey(keysDir, 'encryption.key'),
    downloadKey: loadKey(keysDir, 'download.key'),
  };
}

function loadKey(keysDir: string, name: string): Buffer {
  const key = Buffer.from(
    loadOrMakeSecret(keysDir, name, () => randomBytes(KEY_BYTES).toString('hex')).trim(),
    'hex',
  );
  if (key.length === KEY_BYTES) return key;
  throw new StartError('data_dir_unusable', `KEYS_DIR: ${name} is not a key of ${KEY_BYTES} bytes`);
}

/** Text of a secret file; made with `make` when it is not there, durable before it is used. */
export function loadOrMakeSecret(keysDir: string, name: string, make: () => string): string {
  const path = join(keysDir, name);
  const found = readSecret(path);
  if (found !== null) return found;
  mkdirSync(keysDir, { recursive: true, mode: SECRET_FOLDER_MODE });
  writeSecret(path, make());
  // Another process that started at the same moment may have made it.
  return readSecret(path) ?? '';
}

export function hasSecret(keysDir: string, name: string): boolean {
  return existsSync(join(keysDir, name));
}

/** Null when there is none. */
function readSecret(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Written whole before it has its name; never replaces a key. */
function writeSecret(path: string, secret: string): void {
  const draft = `${path}.${randomUUID()}`;
  const file = openSync(draft, 'wx', SECRET_MODE);
  try {
    writeSync(file, secret);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
