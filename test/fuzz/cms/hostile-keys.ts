/** Valid and invalid SubjectPublicKeyInfo of many kinds. */
import { generateKeyPairSync } from 'node:crypto';
import type { Random } from '../random.ts';
import { constructed, type DerNode, encodeDer, parseDer, primitive } from './der-tree.ts';

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const NULL = 0x05;
const OBJECT_IDENTIFIER = 0x06;

const RSA = '2a864886f70d010101';
const RSA_PSS = '2a864886f70d01010a';
const DSA = '2a8648ce380401';
const DH = '2a864886f70d010301';
const EC = '2a8648ce3d0201';
const KINDS = [
  RSA,
  RSA_PSS,
  DSA,
  DH,
  EC,
  '2b656e', // X25519
  '2b656f', // X448
  '2b6570', // Ed25519
  '2b6571', // Ed448
  '2a811ccf5501822d', // SM2
  '608648016503040312', // ML-DSA-65
  '2a850307010101', // GOST R 34.10-2012
];

/** Curves: NIST, brainpool, Koblitz, binary, WTLS, and an unknown one. */
export const CURVES = [
  '2a8648ce3d030107',
  '2b81040022',
  '2b81040023',
  '2b8104000a',
  '2b81040006',
  '2b2403030208010107',
  '2b240303020801010d',
  '2b2403030208010108',
  '2b81040010',
  '672b010401',
  '672b01040c',
  '2a811ccf5501822d',
  '2b6570',
  '2a0304',
];

/** Byte lengths of integers: zero, small, realistic, beyond OpenSSL's limits. */
const NUMBER_LENGTHS = [0, 1, 2, 16, 128, 256, 512, 2048, 2049, 4096];
const POINT_LENGTHS = [0, 1, 32, 33, 57, 64, 65, 67, 97, 129, 133, 500];

/** Generated once per process: points on the curve pass checks that random bytes do not. */
const REAL_KEYS = ['brainpoolP256r1', 'secp256k1', 'secp112r1', 'sect283k1', 'SM2', 'prime256v1'].flatMap(
  (namedCurve) =>
    (['named', 'explicit'] as const).map((paramEncoding) =>
      generateKeyPairSync('ec', { namedCurve, paramEncoding }).publicKey.export({
        format: 'der',
        type: 'spki',
      }),
    ),
);

export function makeHostileKey(random: Random): DerNode {
  if (random.chance(0.4)) return parseDer(random.pick(REAL_KEYS))[0] ?? constructed(SEQUENCE);
  const kind = random.pick(KINDS);
  const key =
    kind === RSA || kind === RSA_PSS
      ? rsaKey(random)
      : Buffer.concat([
          Buffer.of(random.pick([0, 2, 3, 4, 6, 7])),
          bytes(random, random.pick(POINT_LENGTHS)),
        ]);
  const algorithm = constructed(SEQUENCE, objectIdentifier(kind), ...parametersOf(kind, random));
  return constructed(SEQUENCE, algorithm, primitive(BIT_STRING, Buffer.concat([Buffer.of(0), key])));
}

export function objectIdentifier(hex: string): DerNode {
  return primitive(OBJECT_IDENTIFIER, Buffer.from(hex, 'hex'));
}

function rsaKey(random: Random): Buffer {
  const numbers = [0, 1].map(() => {
    const number = bytes(random, random.pick(NUMBER_LENGTHS));
    if (number.length > 0 && random.chance(0.8)) number[0] = (number[0] ?? 0) & 0x7f;
    if (number.length > 0) number[number.length - 1] = (number.at(-1) ?? 0) | 1;
    return primitive(INTEGER, number);
  });
  const sequence = constructed(SEQUENCE, ...numbers);
  return encodeDer([sequence]);
}

function parametersOf(kind: string, random: Random): DerNode[] {
  if (random.chance(0.1)) return [];
  if (kind === EC && random.chance(0.8)) return [objectIdentifier(random.pick(CURVES))];
  if (kind === EC) return [explicitCurve(random)];
  if (kind === DSA || kind === DH) return [constructed(SEQUENCE, ...numbersOf(random, 3))];
  if (kind === RSA_PSS && random.chance(0.5)) return [constructed(SEQUENCE, ...numbersOf(random, 2))];
  return [primitive(NULL, Buffer.alloc(0))];
}

/** ECParameters (X9.62): version, field, curve, base, order, cofactor. */
function explicitCurve(random: Random): DerNode {
  const field = constructed(SEQUENCE, objectIdentifier('2a8648ce3d0101'), ...numbersOf(random, 1));
  const octets = () => primitive(0x04, bytes(random, random.pick(POINT_LENGTHS)));
  const [version, order, cofactor] = [primitive(INTEGER, Buffer.of(1)), ...numbersOf(random, 2)];
  const parts = [version, field, constructed(SEQUENCE, octets(), octets()), octets(), order, cofactor];
  return constructed(SEQUENCE, ...parts.filter((part) => part !== undefined));
}

function numbersOf(random: Random, count: number): DerNode[] {
  return Array.from({ length: count }, () => primitive(INTEGER, bytes(random, random.pick(NUMBER_LENGTHS))));
}

export function bytes(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}
