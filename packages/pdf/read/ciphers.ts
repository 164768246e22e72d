import { crypto } from '../node-modules.ts';

const AES_BLOCK = 16;

/** OpenSSL 3 has RC4 only in its legacy provider, which Node does not load. Reads old files, never protects anything. */
export function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = new Uint8Array(256);
  for (let i = 0; i < 256; i += 1) state[i] = i;
  for (let i = 0, j = 0; i < 256; i += 1) {
    const held = state[i] as number;
    j = (j + held + (key[i % key.length] as number)) & 0xff;
    state[i] = state[j] as number;
    state[j] = held;
  }
  const result = new Uint8Array(data.length);
  for (let at = 0, a = 0, b = 0; at < data.length; at += 1) {
    a = (a + 1) & 0xff;
    const held = state[a] as number;
    b = (b + held) & 0xff;
    const other = state[b] as number;
    state[a] = other;
    state[b] = held;
    result[at] = (data[at] as number) ^ (state[(held + other) & 0xff] as number);
  }
  return result;
}

/**
 * AES in CBC mode as PDF stores it (ISO 32000-2 7.6.3.1): the initialization vector comes first, and padding last. What
 * is truncated is decrypted up to its last whole block, and wrong padding is kept, as other readers do.
 */
export function decryptAes(key: Uint8Array, data: Uint8Array): Uint8Array {
  const length = data.length - (data.length % AES_BLOCK);
  if (length <= AES_BLOCK) return new Uint8Array(0);
  const padded = decryptBlocks(key, data.subarray(0, AES_BLOCK), data.subarray(AES_BLOCK, length));
  return padded.subarray(0, padded.length - paddingOf(padded));
}

function paddingOf(bytes: Uint8Array): number {
  const padding = bytes[bytes.length - 1] ?? 0;
  if (padding === 0 || padding > AES_BLOCK) return 0;
  return bytes.subarray(bytes.length - padding).every((byte) => byte === padding) ? padding : 0;
}

/** Decrypts whole blocks in CBC mode, without padding. The length of the key decides between AES-128 and AES-256. */
export function decryptBlocks(key: Uint8Array, vector: Uint8Array, blocks: Uint8Array): Uint8Array {
  return crypto()
    .createDecipheriv(`aes-${key.length === 32 ? 256 : 128}-cbc`, key, vector)
    .setAutoPadding(false)
    .update(blocks);
}

/** Encrypts whole blocks by AES-128 in CBC mode, without padding. */
export function encryptBlocks(key: Uint8Array, vector: Uint8Array, blocks: Uint8Array): Uint8Array {
  return crypto().createCipheriv('aes-128-cbc', key, vector).setAutoPadding(false).update(blocks);
}

export function sha(bits: 256 | 384 | 512, ...parts: readonly Uint8Array[]): Uint8Array {
  const hash = crypto().createHash(`sha${bits}`);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export function md5(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = crypto().createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Decrypts one block by AES-256 in ECB mode. */
export function decryptBlock(key: Uint8Array, block: Uint8Array): Buffer {
  return crypto().createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(block);
}
