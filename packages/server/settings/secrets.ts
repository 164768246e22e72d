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
import { z } from 'zod';
import { StartError } from './values.ts';

/** AES-256 and HMAC-SHA256 take keys of this length. */
const KEY_BYTES = 32;
const KEY = new RegExp(`^[0-9a-f]{${2 * KEY_BYTES}}$`, 'i');
const ENCRYPTION_KEY_FILE = 'encryption.key';
/** Only the user of the service may read secrets. */
const SECRET_MODE = 0o600;
const SECRET_FOLDER_MODE = 0o700;

export interface Secrets {
  /** The first encrypts link tokens and webhook secrets, the others read what they encrypted before. */
  readonly encryptionKeys: readonly Buffer[];
  /** This key signs the addresses of downloads. */
  readonly downloadKey: Buffer;
}

export const ENCRYPTION_SETTINGS = {
  /** Keys in hexadecimal digits, the newest first, in place of the file. */
  ENCRYPTION_KEYS: z
    .string()
    .refine((text) => readKeys(text) !== undefined, {
      error: `expected keys of ${2 * KEY_BYTES} hexadecimal digits with commas between them`,
    })
    .transform((text) => readKeys(text) ?? [])
    .optional(),
};

/** Loads the secrets, or creates them. Back them up: stored links and webhook secrets need them. */
export function loadSecrets({ keysDir, encryptionKeys }: KeySources): Secrets {
  const [downloadKey = Buffer.alloc(0)] = loadKeys(keysDir, 'download.key');
  return { encryptionKeys: encryptionKeys ?? loadKeys(keysDir, ENCRYPTION_KEY_FILE), downloadKey };
}

/** Where the keys are: in the setting, or in a file of the folder. */
interface KeySources {
  readonly keysDir: string;
  readonly encryptionKeys: readonly Buffer[] | undefined;
}

/** Returns whether the service has started with these settings before, or was given its keys. */
export function hasEncryptionKey({ keysDir, encryptionKeys }: KeySources): boolean {
  return encryptionKeys !== undefined || hasSecret(keysDir, ENCRYPTION_KEY_FILE);
}

/** A file has one key a line, the newest first. */
function loadKeys(keysDir: string, name: string): readonly Buffer[] {
  const keys = readKeys(loadOrMakeSecret(keysDir, name, () => randomBytes(KEY_BYTES).toString('hex')));
  if (keys !== undefined) return keys;
  throw new StartError(
    'data_dir_unusable',
    `KEYS_DIR: ${name} is not a key of ${KEY_BYTES} bytes in hexadecimal digits, or several with one a line`,
  );
}

/** Returns undefined unless all are keys. */
function readKeys(text: string): readonly Buffer[] | undefined {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0 || !words.every((word) => KEY.test(word))) return undefined;
  return words.map((word) => Buffer.from(word, 'hex'));
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
