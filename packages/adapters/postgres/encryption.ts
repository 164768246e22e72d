import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { AdapterError } from '../errors.ts';
import type { Connection } from './schema.ts';

const KEY_BYTES = 32;
/** NIST SP 800-38D 8.2 allows 2^32 secrets per key with random 96-bit nonces. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The prefix names algorithm and layout. */
export const SEALED_PREFIX = 'v1.';

/** One key, or several with the newest first: it encrypts, and all of them decrypt. */
export type EncryptionKeys = Uint8Array | readonly Uint8Array[];

/**
 * Encrypts by AES-256-GCM. `place` (row and column) is authenticated, so a ciphertext does not open in another
 * row.
 */
export class SecretBox {
  /** The newest one encrypts. Node takes three times as long for a key that is not an object. */
  readonly #newest: KeyObject;
  readonly #keys: readonly KeyObject[];

  /** Throws `encryption_key_invalid`. */
  constructor(keys: EncryptionKeys) {
    const [newest, ...older] = keys instanceof Uint8Array ? [keys] : keys;
    this.#newest = createKey(newest ?? new Uint8Array());
    this.#keys = [this.#newest, ...older.map(createKey)];
  }

  seal(secret: string, place: string): string {
    return SEALED_PREFIX + this.sealBytes(Buffer.from(secret), place).toString('base64url');
  }

  /** Throws `secret_damaged`. */
  open(sealed: string, place: string): string {
    const bytes = Buffer.from(sealed.slice(SEALED_PREFIX.length), 'base64url');
    return this.openBytes(bytes, place).toString('utf8');
  }

  /** Works as `seal` without the encoding, for content that is stored as a blob. */
  sealBytes(content: Uint8Array, place: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#newest, nonce, {
      authTagLength: TAG_BYTES,
    });
    cipher.setAAD(Buffer.from(place));
    const ciphertext = [cipher.update(content), cipher.final()];
    return Buffer.concat([nonce, cipher.getAuthTag(), ...ciphertext]);
  }

  /** Throws `secret_damaged`. */
  openBytes(bytes: Uint8Array, place: string): Buffer {
    let cause: unknown;
    for (const key of this.#keys) {
      try {
        return decrypt(key, bytes, place);
      } catch (error) {
        cause ??= error;
      }
    }
    throw new AdapterError('secret_damaged', { place }, { cause });
  }

  /** Encrypts again what an older key encrypted, and returns null if the newest did. Throws `secret_damaged`. */
  renew(sealed: string, place: string): string | null {
    const bytes = this.renewBytes(Buffer.from(sealed.slice(SEALED_PREFIX.length), 'base64url'), place);
    return bytes && SEALED_PREFIX + bytes.toString('base64url');
  }

  /** Works as `renew` for what `sealBytes` returned. */
  renewBytes(bytes: Uint8Array, place: string): Buffer | null {
    try {
      decrypt(this.#newest, bytes, place);
      return null;
    } catch {
      return this.sealBytes(this.openBytes(bytes, place), place);
    }
  }
}

/** Throws `encryption_key_invalid`. */
function createKey(key: Uint8Array): KeyObject {
  if (key.length !== KEY_BYTES) throw new AdapterError('encryption_key_invalid', { length: key.length });
  return createSecretKey(key);
}

/** Throws if the key, the place or the bytes are others. */
function decrypt(key: KeyObject, bytes: Uint8Array, place: string): Buffer {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

const SETTING = 'encryption_key_check';

/** Checks the key by a stored word, which the first opening encrypts. Throws `encryption_key_wrong`. */
export async function verifyEncryptionKey(db: Connection, secrets: SecretBox): Promise<void> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', SETTING).executeTakeFirst();
  if (row === undefined) return leaveWord(db, secrets);
  try {
    secrets.open(row.value, SETTING);
  } catch (cause) {
    throw new AdapterError('encryption_key_wrong', {}, { cause });
  }
}

async function leaveWord(db: Connection, secrets: SecretBox): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: SETTING, value: secrets.seal(SETTING, SETTING) })
    .execute();
}
