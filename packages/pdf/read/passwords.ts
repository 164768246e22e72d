import { decryptBlocks, encryptBlocks, md5, rc4, sha } from './ciphers.ts';
import { encodePdfDocEncoding } from './strings.ts';

/** The values of the standard security handler that passwords are checked against (ISO 32000-2 table 21). */
export interface StandardSecurity {
  readonly revision: number;
  readonly owner: Uint8Array;
  readonly user: Uint8Array;
  readonly ownerKey: Uint8Array;
  readonly userKey: Uint8Array;
  readonly permissions: number;
  /** Lengths to be tried, in bytes: producers contradict each other. */
  readonly keyLengths: readonly number[];
  readonly encryptsMetadata: boolean;
  readonly fileId: Uint8Array;
}

export interface Unlocked {
  readonly fileKey: Uint8Array;
  readonly isOwner: boolean;
}

/** The padding completes short passwords, and is the empty one (7.6.4.3.2, algorithm 2). */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

const HASH_LENGTH = 32;
const SALT_LENGTH = 8;
/** The length of a hash, the validation salt and the key salt. */
const HASHED_LENGTH = HASH_LENGTH + 2 * SALT_LENGTH;
const MAX_PASSWORD_BYTES = 127;
const NO_BYTES = new Uint8Array(0);

/**
 * Returns undefined if the password is neither the owner's nor the user's. Without a password only the empty user
 * password is tried, because an empty owner password would give everybody the rights of the owner.
 */
export function unlock(security: StandardSecurity, password: string | undefined): Unlocked | undefined {
  const isHashed = security.revision >= 5;
  const byOwner = isHashed ? unlockHashedAsOwner : unlockPaddedAsOwner;
  const byUser = isHashed ? unlockHashedAsUser : unlockPaddedAsUser;
  for (const bytes of isHashed ? unicodeBytes(password ?? '') : paddedBytes(password ?? '')) {
    const owned = password === undefined ? undefined : byOwner(security, bytes);
    if (owned !== undefined) return { fileKey: owned, isOwner: true };
    const own = byUser(security, bytes);
    if (own !== undefined) return { fileKey: own, isOwner: false };
  }
  return undefined;
}

/** The standard requires PDFDocEncoding; some producers write Latin-1 or UTF-8. */
function paddedBytes(password: string): Uint8Array[] {
  const encodings = [encodePdfDocEncoding(password), latin1Bytes(password), Buffer.from(password, 'utf8')];
  const found = new Map<string, Uint8Array>();
  for (const bytes of encodings) {
    if (bytes === undefined) continue;
    const padded = Buffer.concat([bytes.subarray(0, PADDING.length), PADDING]).subarray(0, PADDING.length);
    found.set(padded.toString('hex'), padded);
  }
  return [...found.values()];
}

function latin1Bytes(password: string): Uint8Array | undefined {
  return /^[\0-\xff]*$/.test(password) ? Buffer.from(password, 'latin1') : undefined;
}

/** Returns the passwords that are prepared by SASLprep (RFC 4013), and as they are, because some producers leave that out. */
function unicodeBytes(password: string): Uint8Array[] {
  const prepared = password
    .replace(/\p{Zs}|\u200b/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC');
  return [...new Set([prepared, password])].map((text) =>
    Buffer.from(text, 'utf8').subarray(0, MAX_PASSWORD_BYTES),
  );
}

/** Implements algorithm 2.A, for revisions 5 and 6. The hash of the owner's password covers /U. */
function unlockHashedAsOwner(security: StandardSecurity, password: Uint8Array): Uint8Array | undefined {
  const { owner, user, ownerKey } = security;
  const userData = user.subarray(0, HASHED_LENGTH);
  if (!matches(owner, hash(security, password, validationSalt(owner), userData))) return undefined;
  return openKey(ownerKey, hash(security, password, keySalt(owner), userData));
}

function unlockHashedAsUser(security: StandardSecurity, password: Uint8Array): Uint8Array | undefined {
  const { user, userKey } = security;
  if (!matches(user, hash(security, password, validationSalt(user), NO_BYTES))) return undefined;
  return openKey(userKey, hash(security, password, keySalt(user), NO_BYTES));
}

function validationSalt(entry: Uint8Array): Uint8Array {
  return entry.subarray(HASH_LENGTH, HASH_LENGTH + SALT_LENGTH);
}

function keySalt(entry: Uint8Array): Uint8Array {
  return entry.subarray(HASH_LENGTH + SALT_LENGTH, HASHED_LENGTH);
}

function openKey(encrypted: Uint8Array, key: Uint8Array): Uint8Array {
  return decryptBlocks(key, new Uint8Array(16), encrypted.subarray(0, HASH_LENGTH));
}

function matches(entry: Uint8Array, expected: Uint8Array, length = HASH_LENGTH): boolean {
  return (
    entry.length >= length && Buffer.compare(entry.subarray(0, length), expected.subarray(0, length)) === 0
  );
}

function hash(
  { revision }: StandardSecurity,
  password: Uint8Array,
  salt: Uint8Array,
  userData: Uint8Array,
): Uint8Array {
  const first = sha(256, password, salt, userData);
  return revision === 5 ? first : harden(first, password, userData);
}

/** Implements algorithm 2.B, which takes 64 rounds, and seldom 300. */
function harden(first: Uint8Array, password: Uint8Array, userData: Uint8Array): Uint8Array {
  let key = first;
  for (let round = 0; ; round += 1) {
    const turn = Buffer.concat([password, key, userData]);
    const repeated = Buffer.concat(new Array<Uint8Array>(64).fill(turn));
    const encrypted = encryptBlocks(key.subarray(0, 16), key.subarray(16, 32), repeated);
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = sha(remainder === 0 ? 256 : remainder === 1 ? 384 : 512, encrypted);
    if (round >= 63 && (encrypted.at(-1) ?? 0) <= round - 31) return key.subarray(0, HASH_LENGTH);
  }
}

/** Implements algorithm 7, for revisions 2 to 4. */
function unlockPaddedAsOwner(security: StandardSecurity, password: Uint8Array): Uint8Array | undefined {
  for (const keyLength of security.keyLengths) {
    const found = findUserKey(security, recoverUserPassword(security, password, keyLength), keyLength);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Implements algorithm 6. */
function unlockPaddedAsUser(security: StandardSecurity, password: Uint8Array): Uint8Array | undefined {
  for (const keyLength of security.keyLengths) {
    const found = findUserKey(security, password, keyLength);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findUserKey(
  security: StandardSecurity,
  password: Uint8Array,
  keyLength: number,
): Uint8Array | undefined {
  const key = deriveKey(security, password, keyLength);
  if (security.revision <= 2) return matches(security.user, rc4(key, PADDING)) ? key : undefined;
  const check = repeatRc4(key, md5(PADDING, security.fileId), false);
  return matches(security.user, check, 16) ? key : undefined;
}

/** Derives the file key by algorithm 2. */
function deriveKey(security: StandardSecurity, password: Uint8Array, keyLength: number): Uint8Array {
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(security.permissions | 0);
  const parts = [password, security.owner.subarray(0, 32), permissions, security.fileId];
  if (security.revision >= 4 && !security.encryptsMetadata) parts.push(Buffer.alloc(4, 0xff));
  return shortenKey(md5(...parts), security, keyLength);
}

function shortenKey(first: Uint8Array, { revision }: StandardSecurity, keyLength: number): Uint8Array {
  let key = first;
  for (let round = 0; revision >= 3 && round < 50; round += 1) key = md5(key.subarray(0, keyLength));
  return key.subarray(0, keyLength);
}

/** Implements algorithm 7: /O is the padded user password, encrypted with the owner's. */
function recoverUserPassword(
  security: StandardSecurity,
  password: Uint8Array,
  keyLength: number,
): Uint8Array {
  // Here every round takes the whole digest (algorithm 3).
  let digest = md5(password);
  for (let round = 0; security.revision >= 3 && round < 50; round += 1) digest = md5(digest);
  const key = digest.subarray(0, keyLength);
  const encrypted = security.owner.subarray(0, PADDING.length);
  return security.revision <= 2 ? rc4(key, encrypted) : repeatRc4(key, encrypted, true);
}

/** Encrypts 20 times, with another key each; in the opposite order that decrypts. */
function repeatRc4(key: Uint8Array, data: Uint8Array, isReverse: boolean): Uint8Array {
  let result = data;
  for (let turn = 0; turn <= 19; turn += 1) {
    const mask = isReverse ? 19 - turn : turn;
    result = rc4(
      key.map((byte) => byte ^ mask),
      result,
    );
  }
  return result;
}
