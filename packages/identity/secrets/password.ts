import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Parameters of scrypt. */
export interface PasswordCosts {
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
}

/** One of the sets that OWASP names as the least: 2^15 x 8 x 3 takes 32 MiB. */
const TODAYS_COSTS: PasswordCosts = { cost: 32_768, blockSize: 8, parallelization: 3 };
const KEY_LENGTH = 32;
const SALT_LENGTH = 16;

/** `scrypt$<cost>$<block size>$<parallelization>$<salt>$<key>`, salt and key base64url. */
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

/** Constant time; false for another format. */
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

/** Without a hash false after the same work, which hides whether an address is known. */
export async function isPassword(
  password: string,
  passwordHash: string | null,
  costs = TODAYS_COSTS,
): Promise<boolean> {
  if (passwordHash !== null) return verifyPassword(password, passwordHash);
  await deriveKey(password, randomBytes(SALT_LENGTH), KEY_LENGTH, costs);
  return false;
}

/** At these costs. */
export function needsRehash(passwordHash: string | null, costs = TODAYS_COSTS): boolean {
  const { cost, blockSize, parallelization } = costs;
  return passwordHash?.startsWith(`scrypt$${cost}$${blockSize}$${parallelization}$`) === false;
}

/** Each takes 32 MiB and one of the four threads on which Node reads files and resolves names. */
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
  // scrypt needs 128 * cost * blockSize bytes: Node's default limit.
  const maxmem = 256 * costs.cost * costs.blockSize;
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyLength, { ...costs, maxmem }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
