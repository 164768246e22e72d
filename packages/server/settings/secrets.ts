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
import { StartError } from './values.ts';

/** AES-256 and HMAC-SHA256 take keys of this length. */
const KEY_BYTES = 32;
/** Only the user of the service may read secrets. */
const SECRET_MODE = 0o600;
const SECRET_FOLDER_MODE = 0o700;

export interface Secrets {
  /** This key encrypts link tokens and webhook secrets. */
  readonly encryptionKey: Buffer;
  /** This key signs the addresses of downloads. */
  readonly downloadKey: Buffer;
}

/** Loads the secrets, or creates them. Back them up: stored links and webhook secrets need them. */
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

/** Loads a secret, or creates it durably with `make`. */
export function loadOrMakeSecret(keysDir: string, name: string, make: () => string): string {
  const path = join(keysDir, name);
  const found = readSecret(path);
  if (found !== null) return found;
  mkdirSync(keysDir, { recursive: true, mode: SECRET_FOLDER_MODE });
  writeSecret(path, make());
  // Another process may have created it.
  return readSecret(path) ?? '';
}

export function hasSecret(keysDir: string, name: string): boolean {
  return existsSync(join(keysDir, name));
}

function readSecret(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** The file is renamed when it is complete, and never replaces a key. */
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
