import { createCipheriv, createHash } from 'node:crypto';
import { rc4 } from '../read/ciphers.ts';
import { buildPdf, type ObjectBodies } from './build-pdf.ts';

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const FILE_ID = Buffer.from('0123456789abcdef');
const OWNER = Buffer.alloc(32, 0x4f);
const VECTOR = Buffer.alloc(16, 0x56);

/** Allows everything. */
const ALL_RIGHTS = -4;
/** Allows to print and to copy. */
export const NO_CHANGES = ALL_RIGHTS & ~(1 << 3) & ~(1 << 5) & ~(1 << 8) & ~(1 << 10);

/** Version 4 of the standard security handler with the empty user password, so that crypt filters can be chosen. */
export class TestEncryption {
  readonly #permissions: number;
  readonly #encryptsMetadata: boolean;
  readonly #key: Buffer;

  constructor(permissions = ALL_RIGHTS, encryptsMetadata = true) {
    this.#permissions = permissions;
    this.#encryptsMetadata = encryptsMetadata;
    const bits = Buffer.alloc(4);
    bits.writeInt32LE(permissions);
    let key = md5(PADDING, OWNER, bits, FILE_ID, Buffer.alloc(encryptsMetadata ? 0 : 4, 0xff));
    for (let round = 0; round < 50; round += 1) key = md5(key);
    this.#key = key;
  }

  /** Entries of the trailer. `filters` are those of /Encrypt besides the passwords. */
  trailer(filters: string): string {
    let check: Uint8Array = md5(PADDING, FILE_ID);
    for (let round = 0; round < 20; round += 1) {
      check = rc4(
        this.#key.map((byte) => byte ^ round),
        check,
      );
    }
    const user = Buffer.concat([check, Buffer.alloc(16)]);
    const passwords = `/O <${OWNER.toString('hex')}> /U <${user.toString('hex')}> /P ${this.#permissions} /EncryptMetadata ${this.#encryptsMetadata}`;
    return `/ID [<${FILE_ID.toString('hex')}> <00>] /Encrypt << /Filter /Standard /V 4 /R 4 /Length 128 ${passwords} ${filters} >>`;
  }

  aes(number: number, text: string): Buffer {
    const key = md5(this.#key, idOf(number), Buffer.from('sAlT'));
    const cipher = createCipheriv('aes-128-cbc', key, VECTOR);
    return Buffer.concat([VECTOR, cipher.update(text, 'latin1'), cipher.final()]);
  }

  rc4(number: number, text: string): Buffer {
    return Buffer.from(rc4(md5(this.#key, idOf(number)), Buffer.from(text, 'latin1')));
  }
}

function idOf(number: number): Buffer {
  return Buffer.from([number, number >> 8, number >> 16, 0, 0]);
}

function md5(...parts: readonly Uint8Array[]): Buffer {
  return createHash('md5').update(Buffer.concat(parts)).digest();
}

export function hexString(bytes: Uint8Array): string {
  return `<${Buffer.from(bytes).toString('hex')}>`;
}

export function streamBody(bytes: Uint8Array, entries = ''): string {
  return `<< /Length ${bytes.length} ${entries} >>\nstream\n${Buffer.from(bytes).toString('latin1')}\nendstream`;
}

/** Builds a file of one page and the given objects. */
export function buildEncrypted(bodies: ObjectBodies, trailer: string): Uint8Array {
  return buildPdf(
    {
      1: '<< /Type /Catalog /Pages 2 0 R /Extra [10 0 R 11 0 R 12 0 R 13 0 R 14 0 R] >>',
      2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>',
      ...bodies,
    },
    { trailer },
  );
}
