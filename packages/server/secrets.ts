import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
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

/** Keys under `<dataDir>/keys`, made once. Losing them makes stored links and webhook secrets unreadable: back them up. */
export function loadSecrets(dataDir: string): Secrets {
  return {
    encryptionKey: loadKey(dataDir, 'encryption.key'),
    downloadKey: loadKey(dataDir, 'download.key'),
  };
}

function loadKey(dataDir: string, name: string): Buffer {
  const key = Buffer.from(
    loadOrMakeSecret(dataDir, name, () => randomBytes(KEY_BYTES).toString('hex')).trim(),
    'hex',
  );
  if (key.length === KEY_BYTES) return key;
  throw new StartError('data_dir_unusable', `DATA_DIR: keys/${name} is not a key of ${KEY_BYTES} bytes`);
}

/** Text of a secret file; made with `make` when it is not there, durable before it is used. */
export function loadOrMakeSecret(dataDir: string, name: string, make: () => string): string {
  const path = join(dataDir, 'keys', name);
  const found = readSecret(path);
  if (found !== null) return found;
  const secret = make();
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: SECRET_FOLDER_MODE });
  writeSecret(path, secret);
  return secret;
}

export function hasSecret(dataDir: string, name: string): boolean {
  return existsSync(join(dataDir, 'keys', name));
}

/** Null when there is none. */
function readSecret(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** `wx`: two processes starting at once cannot both believe that theirs is the key. */
function writeSecret(path: string, secret: string): void {
  const file = openSync(path, 'wx', SECRET_MODE);
  try {
    writeSync(file, secret);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
