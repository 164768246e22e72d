import { type PDFDict, PDFName, PDFNull } from 'pdf-lib';
import { PdfError } from '../errors.ts';
import { crypto } from '../node-modules.ts';
import { asDict, lookupArray, lookupName, lookupNumber, nameOf } from './lookup.ts';
import { stringBytes } from './strings.ts';

/** What is needed to check a password (ISO 32000-2 table 21). */
interface StandardSecurity {
  readonly revision: number;
  readonly owner: Uint8Array;
  readonly user: Uint8Array;
  readonly permissions: number;
  readonly keyBytes: number;
  readonly encryptsMetadata: boolean;
  readonly fileId: Uint8Array;
}

/** Passwords are padded with these bytes, which alone are the empty password (7.6.4.3.2, algorithm 2). */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

const HASHED_LENGTH = 32;
const SALT_LENGTH = 8;

function opensWithoutPassword(security: StandardSecurity): boolean {
  if (security.revision >= 6) return matchesHash(security, hardenedHash(validationSalt(security)));
  if (security.revision === 5) return matchesHash(security, sha(256, validationSalt(security)));
  const key = deriveKey(security);
  if (security.revision <= 2) return isPrefix(rc4(key, PADDING), security.user, HASHED_LENGTH);
  return isPrefix(revision3Check(key, security.fileId), security.user, 16);
}

function validationSalt({ user }: StandardSecurity): Uint8Array {
  return user.subarray(HASHED_LENGTH, HASHED_LENGTH + SALT_LENGTH);
}

function matchesHash({ user }: StandardSecurity, hash: Uint8Array): boolean {
  return isPrefix(hash, user, HASHED_LENGTH);
}

function isPrefix(expected: Uint8Array, actual: Uint8Array, length: number): boolean {
  return (
    actual.length >= length && Buffer.compare(expected.subarray(0, length), actual.subarray(0, length)) === 0
  );
}

/** Derives the key by algorithm 2. */
function deriveKey(security: StandardSecurity): Uint8Array {
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(security.permissions | 0);
  const parts = [PADDING, security.owner.subarray(0, 32), permissions, security.fileId];
  if (security.revision >= 4 && !security.encryptsMetadata) parts.push(Buffer.alloc(4, 0xff));
  let key = md5(Buffer.concat(parts));
  const length = security.revision <= 2 ? 5 : security.keyBytes;
  for (let round = 0; security.revision >= 3 && round < 50; round += 1) key = md5(key.subarray(0, length));
  return key.subarray(0, length);
}

/** Computes the beginning of /U in revisions 3 and 4 by algorithm 5. */
function revision3Check(key: Uint8Array, fileId: Uint8Array): Uint8Array {
  let check = rc4(key, md5(Buffer.concat([PADDING, fileId])));
  for (let round = 1; round <= 19; round += 1) {
    check = rc4(
      key.map((byte) => byte ^ round),
      check,
    );
  }
  return check;
}

/** Computes the hash of algorithm 2.B, which takes 64 to about 300 rounds. */
function hardenedHash(salt: Uint8Array): Uint8Array {
  let key = sha(256, salt);
  for (let round = 0; ; round += 1) {
    const encrypted = encryptRepeated(key);
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = sha(remainder === 0 ? 256 : remainder === 1 ? 384 : 512, encrypted);
    if (round >= 63 && (encrypted.at(-1) ?? 0) <= round - 31) return key.subarray(0, HASHED_LENGTH);
  }
}

function encryptRepeated(key: Uint8Array): Uint8Array {
  const cipher = crypto()
    .createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32))
    .setAutoPadding(false);
  return cipher.update(Buffer.concat(new Array<Uint8Array>(64).fill(key)));
}

function sha(bits: 256 | 384 | 512, bytes: Uint8Array): Uint8Array {
  return crypto().createHash(`sha${bits}`).update(bytes).digest();
}

function md5(bytes: Uint8Array): Uint8Array {
  return crypto().createHash('md5').update(bytes).digest();
}

/** OpenSSL 3 dropped RC4. It checks passwords here, and never protects anything. */
function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 0xff;
    swap(state, i, j);
  }
  let a = 0;
  let b = 0;
  return Uint8Array.from(data, (byte) => {
    a = (a + 1) & 0xff;
    b = (b + (state[a] ?? 0)) & 0xff;
    swap(state, a, b);
    return byte ^ (state[((state[a] ?? 0) + (state[b] ?? 0)) & 0xff] ?? 0);
  });
}

function swap(state: Uint8Array, i: number, j: number): void {
  const held = state[i] ?? 0;
  state[i] = state[j] ?? 0;
  state[j] = held;
}

/**
 * Refuses encrypted files (ISO 32000-2 7.6). Throws `password_required` if the file does not open with the
 * empty user password; otherwise, and for other security handlers, `locked`.
 */
export function refuseEncrypted(trailer: PDFDict): void {
  const entry = trailer.get(nameOf('Encrypt'));
  if (entry === undefined || entry === PDFNull) return;
  const dict = asDict(trailer.context.lookup(entry));
  const security = dict === undefined ? undefined : readStandardSecurity(dict, trailer);
  if (security === undefined || opensWithoutPassword(security)) {
    throw new PdfError('locked', 'The file is encrypted and may not be changed');
  }
  throw new PdfError('password_required', 'The file requires a password');
}

/** Returns undefined for another security handler or an incomplete dictionary. */
function readStandardSecurity(dict: PDFDict, trailer: PDFDict): StandardSecurity | undefined {
  if (lookupName(dict, 'Filter') !== 'Standard') return undefined;
  const owner = stringBytes(dict.lookup(PDFName.of('O')));
  const user = stringBytes(dict.lookup(PDFName.of('U')));
  const revision = lookupNumber(dict, 'R');
  if (owner === undefined || user === undefined || revision === undefined) return undefined;
  return {
    revision,
    owner,
    user,
    permissions: lookupNumber(dict, 'P') ?? 0,
    keyBytes: keyLength(dict),
    encryptsMetadata: String(dict.lookup(PDFName.of('EncryptMetadata'))) !== 'false',
    fileId: stringBytes(lookupArray(trailer, 'ID')?.lookup(0)) ?? new Uint8Array(0),
  };
}

/** Bits, though some producers write bytes; version 4 always has 128 (7.6.3.2). */
function keyLength(dict: PDFDict): number {
  const version = lookupNumber(dict, 'V') ?? 0;
  if (version === 4) return 16;
  const bits = lookupNumber(dict, 'Length') ?? 40;
  const bytes = bits < 40 ? bits : bits / 8;
  return Math.min(16, Math.max(5, Math.floor(bytes)));
}
