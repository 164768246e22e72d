/**
 * Signs digests, as keys of remote signers and tokens do; Node signs content alone. For RSA it pads itself, for ECDSA
 * it does the arithmetic, where Node multiplies the point.
 */
import {
  constants,
  createECDH,
  createHash,
  createPrivateKey,
  type KeyObject,
  privateEncrypt,
  randomBytes,
} from 'node:crypto';
import * as asn1js from 'asn1js';

export interface DigestOptions {
  readonly hash: 'sha256' | 'sha384' | 'sha512';
  readonly isPss: boolean;
}

/** By JWK name: OpenSSL's name, and the order of the base point (FIPS 186-5, SP 800-186 3.2.1). */
const CURVES: Readonly<Record<string, readonly [name: string, order: bigint]>> = {
  'P-256': ['prime256v1', 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n],
  'P-384': [
    'secp384r1',
    0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
  ],
  'P-521': [
    'secp521r1',
    0x01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409n,
  ],
};

/** The bytes of DigestInfo up to the digest (RFC 8017 9.2, note 1). */
const DIGEST_INFO = {
  sha256: '3031300d060960864801650304020105000420',
  sha384: '3041300d060960864801650304020205000430',
  sha512: '3051300d060960864801650304020305000440',
};

/** Returns an ECDSA signature in DER. */
export function signDigest(key: KeyObject, digest: Buffer, { hash, isPss }: DigestOptions): Buffer {
  if (key.asymmetricKeyType === 'ec') return signByCurve(key, digest);
  if (!isPss && key.asymmetricKeyType === 'rsa') {
    const info = Buffer.concat([Buffer.from(DIGEST_INFO[hash], 'hex'), digest]);
    return privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, info);
  }
  const plain = withoutRestriction(key);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  return privateEncrypt({ key: plain, padding: constants.RSA_NO_PADDING }, padForPss(digest, hash, bits));
}

/** Signs by FIPS 186-5 6.4.1. */
function signByCurve(key: KeyObject, digest: Buffer): Buffer {
  const { crv = '', d = '' } = key.export({ format: 'jwk' });
  const [name = '', order = 0n] = CURVES[crv] ?? [];
  const bits = order.toString(2).length;
  const e = toNumber(digest) >> BigInt(Math.max(0, digest.length * 8 - bits));
  const once = createECDH(name);
  const k = 1n + (toNumber(randomBytes(80)) % (order - 1n));
  once.setPrivateKey(Buffer.from(k.toString(16).padStart(Math.ceil(bits / 8) * 2, '0'), 'hex'));
  const point = once.getPublicKey();
  const r = toNumber(point.subarray(1, (point.length + 1) / 2)) % order;
  const s = (inverse(k, order) * (e + r * toNumber(Buffer.from(d, 'base64url')))) % order;
  const value = [r, s].map((number) => asn1js.Integer.fromBigInt(number));
  return Buffer.from(new asn1js.Sequence({ value }).toBER());
}

/** By Fermat: the order is a prime. */
function inverse(number: bigint, prime: bigint): bigint {
  let [result, base] = [1n, number % prime];
  for (let left = prime - 2n; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * base) % prime;
    base = (base * base) % prime;
  }
  return result;
}

function toNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

/** RFC 8017 9.1.1, with a salt as long as the digest; the modulus has whole bytes. */
function padForPss(digest: Buffer, hash: string, modulusBits: number): Buffer {
  const salt = randomBytes(digest.length);
  const h = createHash(hash).update(Buffer.alloc(8)).update(digest).update(salt).digest();
  const block = Buffer.alloc(modulusBits / 8 - h.length - 1);
  block[block.length - salt.length - 1] = 1;
  salt.copy(block, block.length - salt.length);
  const masked = Buffer.from(maskOf(h, block.length, hash).map((byte, index) => byte ^ (block[index] ?? 0)));
  masked[0] = (masked[0] ?? 0) & 0x7f;
  return Buffer.concat([masked, h, Buffer.of(0xbc)]);
}

/** Computes the mask MGF1 (RFC 8017 B.2.1). */
function maskOf(seed: Buffer, length: number, hash: string): Buffer {
  const parts: Buffer[] = [];
  for (let counter = 0; parts.length * seed.length < length; counter += 1)
    parts.push(
      createHash(hash)
        .update(seed)
        .update(Buffer.of(0, 0, 0, counter))
        .digest(),
    );
  return Buffer.concat(parts).subarray(0, length);
}

/** Node refuses to encrypt with a key that is for PSS alone. */
function withoutRestriction(key: KeyObject): KeyObject {
  const { result } = asn1js.fromBER(new Uint8Array(key.export({ format: 'der', type: 'pkcs8' })));
  const [, , inner] = result instanceof asn1js.Sequence ? result.valueBlock.value : [];
  if (!(inner instanceof asn1js.OctetString)) throw new Error('no PKCS #8');
  return createPrivateKey({ key: Buffer.from(inner.getValue()), format: 'der', type: 'pkcs1' });
}
