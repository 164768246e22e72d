import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { S3Location } from '@countersign/adapters/blobs/s3-bucket';
import type { TransferLimits, TrustedProxies } from '@countersign/api';
import { MEBIBYTE } from '@countersign/signing/limits';
import { z } from 'zod';
import { ENCRYPTION_SETTINGS } from './secrets.ts';
import { onOff, parseSettings, StartError, wholeNumber } from './values.ts';

const MS_PER_SECOND = 1_000;
/** Fastify knows these names of networks. */
const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal'];
const MAX_PROXIES = 10;

export const CONNECTION_SETTINGS = {
  TRUST_PROXY: z.string().default('false').transform(parseProxies),
  REQUEST_HEADERS_SECONDS: wholeNumber(1, 3_600).default(30),
  REQUEST_IDLE_SECONDS: wholeNumber(1, 3_600).default(30),
  REQUEST_MIN_BYTES_PER_SECOND: wholeNumber(1, 1_000_000).default(16_384),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).default(1_000),
};

export function readTransferLimits(
  settings: z.output<z.ZodObject<typeof CONNECTION_SETTINGS>>,
): TransferLimits {
  return {
    headersMs: settings.REQUEST_HEADERS_SECONDS * MS_PER_SECOND,
    bodyIdleMs: settings.REQUEST_IDLE_SECONDS * MS_PER_SECOND,
    minBytesPerSecond: settings.REQUEST_MIN_BYTES_PER_SECOND,
    maxConnections: settings.MAX_CONNECTIONS,
  };
}

/** Refuses `true`, because clients can forge the start of X-Forwarded-For. */
function parseProxies(text: string, context: z.RefinementCtx): TrustedProxies {
  if (['false', '0'].includes(text)) return false;
  if (/^\d+$/.test(text) && Number(text) <= MAX_PROXIES) return Number(text);
  const networks = text.split(',').map((network) => network.trim());
  if (networks.every(isNetwork)) return networks;
  const message = `expected false, the number of proxies (1 to ${MAX_PROXIES}), or their addresses and networks such as 10.0.0.0/8`;
  context.addIssue({ code: 'custom', message });
  return false;
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0) return NETWORK_NAMES.includes(text);
  if (rest.length > 0) return false;
  return (
    prefix === undefined ||
    (/^\d+$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (family === 4 ? 32 : 128))
  );
}

const MAX_CACHE_MEGABYTES = 1_000_000;
/** Names contain no `.`, because certificates of bucket addresses do not cover it. */
const BUCKET_NAME = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;
const PREFIX = /^([\w!.*'()-]+\/)*[\w!.*'()-]*$/;

/** Files are in S3 in place of the disk. */
export interface S3Storage {
  readonly location: S3Location;
  /** Local copies take at most this much. */
  readonly cacheBytes: number;
  /** Downloads are redirects to the store. */
  readonly presignsDownloads: boolean;
}

export const S3_SETTINGS = {
  S3_BUCKET: z.string().regex(BUCKET_NAME, 'not the name of a bucket').optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'not the name of a region such as eu-north-1')
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: onOff.optional(),
  S3_PREFIX: z.string().regex(PREFIX, 'expected words with slashes between them').default(''),
  S3_CACHE_MEGABYTES: wholeNumber(0, MAX_CACHE_MEGABYTES).default(1024),
  S3_PRESIGNED_DOWNLOADS: onOff.default(false),
};

type Settings = z.output<z.ZodObject<typeof S3_SETTINGS>>;

/** Throws `setting_invalid` for half of a pair of keys. */
export function readS3Storage(settings: Settings): S3Storage | undefined {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_PREFIX: prefix } = settings;
  if (bucket === undefined) {
    if (endpoint === undefined) return undefined;
    throw new StartError('setting_invalid', 'S3_BUCKET: required with S3_ENDPOINT');
  }
  return {
    location: {
      endpoint,
      region: settings.S3_REGION,
      bucket,
      credentials: readCredentials(settings),
      // Other stores than Amazon's rarely have a host name per bucket.
      forcePathStyle: settings.S3_FORCE_PATH_STYLE ?? endpoint !== undefined,
      prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
    },
    cacheBytes: settings.S3_CACHE_MEGABYTES * MEBIBYTE,
    presignsDownloads: settings.S3_PRESIGNED_DOWNLOADS,
  };
}

function readCredentials(settings: Settings): S3Location['credentials'] {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (accessKeyId === undefined && secretAccessKey === undefined) return undefined;
  if (accessKeyId !== undefined && secretAccessKey !== undefined) return { accessKeyId, secretAccessKey };
  const missing = accessKeyId === undefined ? 'S3_ACCESS_KEY_ID' : 'S3_SECRET_ACCESS_KEY';
  throw new StartError('setting_invalid', `${missing}: required with the other one`);
}

export const DATABASE_SETTINGS = {
  DATA_DIR: z.string().default('./data'),
  /** All nodes share it. */
  KEYS_DIR: z.string().optional(),
  ...ENCRYPTION_SETTINGS,
  /** The database is embedded in DATA_DIR without it. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_CONNECTIONS: wholeNumber(4, 1_000).default(10),
};

export interface DatabaseConfig {
  readonly dataDir: string;
  readonly keysDir: string;
  /** The first key encrypts. Keys are in `keysDir` if the setting has none. */
  readonly encryptionKeys: readonly Buffer[] | undefined;
  readonly databaseUrl: string | undefined;
  readonly databaseConnections: number;
}

export function locateDatabase({
  DATA_DIR,
  KEYS_DIR,
  ENCRYPTION_KEYS,
  DATABASE_URL,
  DATABASE_CONNECTIONS,
}: z.output<z.ZodObject<typeof DATABASE_SETTINGS>>): DatabaseConfig {
  return {
    dataDir: resolve(DATA_DIR),
    keysDir: resolve(KEYS_DIR ?? join(DATA_DIR, 'keys')),
    encryptionKeys: ENCRYPTION_KEYS,
    databaseUrl: DATABASE_URL,
    databaseConnections: DATABASE_CONNECTIONS,
  };
}

export interface StorageConfig extends DatabaseConfig {
  readonly s3: S3Storage | undefined;
}

/** Reads no other settings than those of database, keys and files. Throws `setting_invalid`. */
export function readStorageConfig(env: Readonly<Record<string, string | undefined>>): StorageConfig {
  const settings = parseSettings(z.object({ ...DATABASE_SETTINGS, ...S3_SETTINGS }), env);
  return { ...locateDatabase(settings), s3: readS3Storage(settings) };
}
