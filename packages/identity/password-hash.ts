import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { invalid, type Problem } from '@countersign/base';
import { checkLength } from '@countersign/base/text';

/** Attackers try these first; the limits of attempts stop other guesses. They are in lower case. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  [
    '!qaz2wsx 00000000 0987654321 10203040 11111111 11223344 12121212 123123123 12341234 123454321',
    '12345678 123456789 1234567890 147258369 1q2w3e4r 1qaz2wsx 1qazxsw2 22222222 55555555 66666666',
    '77777777 87654321 88888888 987654321 99999999 a1234567 a12345678 a1b2c3d4 aa123456 abc12345',
    'abcd1234 abcdef abcdefg1 abcdefgh abcdefghi access14 admin123 adminadmin administrator asdf1234',
    'asdfghjkl autumn2026 azerty azertyuiop barcelona baseball batman123 bienvenida bienvenido',
    'business changeme changeme1 charlie1 chelsea1 company1 computer contrasena contraseña',
    'contrasinal countersign default1 dragon123 facebook firma1234 football fortnite fotboll1',
    'freedom1 google123 guest123 hej12345 hejhejhej hunter22 iloveyou internet invierno2026 jennifer',
    'jordan23 letmein letmein1 linkedin liverpool lkjhgfds login123 losenord lösenord master123',
    'michael1 microsoft minecraft mnbvcxz1 monkey123 motdepasse p@ssw0rd p@ssword pa55word passw0rd',
    'password password1 password12 password123 passwort passwort1 pokemon1 princess q1234567',
    'q1w2e3r4 q2w3e4r5 qwerty qwerty12 qwerty123 qwertyuiop qwertz qwertzuiop realmadrid root1234',
    'samsung1 secret12 secret123 shadow12 signatur signature sommar sommar12 sommar2024 sommar2025',
    'sommar2026 spring2026 starwars stockholm summer2024 summer2025 summer2026 sunshine superman',
    'test1234 tester12 testing1 testtest toor1234 trustno1 underskrift user1234 valkommen verano2026',
    'vinter vinter12 vinter2025 vinter2026 välkommen welcome welcome1 whatever winter2025 winter2026',
    'zaq12wsx zxcvbnm zxcvbnm1',
  ].flatMap((line) => line.split(' ')),
);

/** NIST SP 800-63B 5.1.1.2 has the lower bound; the upper bound keeps hashing cheap. */
export const PASSWORD_LENGTH = { min: 8, max: 256 };
const MIN_DISTINCT_CHARACTERS = 4;

/** Refuses short and common passwords, one character repeated, and the email address or its name. */
export function checkPassword(
  path: string,
  password: string,
  emailAddress: string,
): readonly Problem<'invalid_request'>[] {
  const problems = checkLength(path, password, PASSWORD_LENGTH);
  if (problems.length > 0) return problems;
  return isEasilyGuessed(password, emailAddress) ? [invalid(path, 'guessable')] : [];
}

function isEasilyGuessed(password: string, emailAddress: string): boolean {
  const plain = simplify(password);
  const address = simplify(emailAddress);
  const [name = ''] = address.split('@');
  if (plain === address || plain === name || plain === name + name) return true;
  if (new Set(plain).size < MIN_DISTINCT_CHARACTERS) return true;
  // Digits and signs around a common word do not make it better.
  const word = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return COMMON_PASSWORDS.has(plain) || COMMON_PASSWORDS.has(word);
}

function simplify(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** The parameters of scrypt. */
export interface PasswordCosts {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
}

/** OWASP names this set among the least ones: 2^15 x 8 x 3 takes 32 MiB. */
const TODAYS_COSTS: PasswordCosts = { cost: 32_768, blockSize: 8, parallelization: 3 };
const KEY_LENGTH = 32;
const SALT_LENGTH = 16;

/** Hashes as `scrypt$<cost>$<block size>$<parallelization>$<salt>$<key>`, salt and key in base64url. */
export async function hashPassword(password: string, costs = TODAYS_COSTS): Promise<string> {
  const salt = randomBytes(SALT_LENGTH);
  const key = await deriveKey(password, salt, KEY_LENGTH, costs);
  const { cost, blockSize, parallelization } = costs;
  return [
    'scrypt',
    cost,
    blockSize,
    parallelization,
    salt.toString('base64url'),
    key.toString('base64url'),
  ].join('$');
}

/** Verifies in constant time. Returns false for another format. */
export async function verifyPassword(password: string, passwordHash: string): Promise<boolean> {
  const [scheme, cost, blockSize, parallelization, salt, key] = passwordHash.split('$');
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, 'base64url');
  const costs = {
    cost: Number(cost),
    blockSize: Number(blockSize),
    parallelization: Number(parallelization),
  };
  const actual = await deriveKey(password, Buffer.from(salt, 'base64url'), expected.length, costs);
  return timingSafeEqual(actual, expected);
}

/** Without a hash, returns false after the same work, which hides whether an address is known. */
export async function isPassword(
  password: string,
  passwordHash: string | null,
  costs = TODAYS_COSTS,
): Promise<boolean> {
  if (passwordHash !== null) return verifyPassword(password, passwordHash);
  await deriveKey(password, randomBytes(SALT_LENGTH), KEY_LENGTH, costs);
  return false;
}

/** Returns whether the hash was made at other costs than these. */
export function needsRehash(passwordHash: string | null, costs = TODAYS_COSTS): boolean {
  const { cost, blockSize, parallelization } = costs;
  return passwordHash?.startsWith(`scrypt$${cost}$${blockSize}$${parallelization}$`) === false;
}

/** Each derivation takes 32 MiB and one of the four threads on which Node reads files and resolves names. */
const MAX_DERIVATIONS = 2;
const waiting: (() => void)[] = [];
let running = 0;

async function deriveKey(
  password: string,
  salt: Buffer,
  keyLength: number,
  costs: PasswordCosts,
): Promise<Buffer> {
  if (running >= MAX_DERIVATIONS) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await runScrypt(password, salt, keyLength, costs);
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

function runScrypt(password: string, salt: Buffer, keyLength: number, costs: PasswordCosts): Promise<Buffer> {
  // scrypt needs 128 * cost * blockSize bytes, which is Node's default limit.
  const maxmem = 256 * costs.cost * costs.blockSize;
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, { ...costs, maxmem }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
