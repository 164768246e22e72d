import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { StripeOptions } from '@countersign/adapters/payments';
import type { ClamdAddress } from '@countersign/adapters/virus-scan';
import type { TransferLimits, TrustedProxies } from '@countersign/api';
import {
  CAPABILITIES,
  type Capability,
  checkPassword,
  DEFAULT_TIME_ZONE,
  isTimeZone,
} from '@countersign/identity';
import { PADES_LEVELS } from '@countersign/seal/levels';
import { isEmailAddress } from '@countersign/signing';
import type { PadesSettings } from '@countersign/toolkit';
import { z } from 'zod';
import {
  COMPANY_REGISTER_SETTINGS,
  type CompanyRegisterSettings,
  readCompanyRegisterSettings,
} from './company-register-settings.ts';
import {
  ELECTRONIC_ID_SETTINGS,
  type ElectronicIdSettings,
  readElectronicIdSettings,
} from './electronic-id-settings.ts';
import { StartError } from './errors.ts';
import { FACE_CHECK_SETTINGS, type FaceCheckSettings, readFaceCheckSettings } from './face-check-settings.ts';
import {
  PHONE_SETTINGS,
  readPhoneSettings,
  type SmsSettings,
  type WhatsappSettings,
} from './phone-settings.ts';
import { providerUrl } from './provider-url.ts';
import { readS3Storage, S3_SETTINGS, type S3Storage } from './s3-settings.ts';
import { readSealKey, SEAL_KEY_SETTINGS, type SealKey } from './seal-key-settings.ts';

/** Default of PDF_THREADS: leaves a core for requests; more than four rarely help. */
const DEFAULT_PDF_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Limits of the first account: NIST SP 800-63B for passwords; API keys must not be guessable. */
const MIN_PASSWORD_LENGTH = 8;
const MIN_API_KEY_LENGTH = 8;
const MIN_PRODUCTION_API_KEY_LENGTH = 24;
const MAX_SECRET_LENGTH = 256;
const MS_PER_SECOND = 1_000;

const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const onOff = z.enum(['true', 'false', '1', '0']).transform((word) => word === 'true' || word === '1');

/** Role of a process: serves requests, runs jobs, or both. */
const ROLES = ['all', 'api', 'worker'] as const;

const environment = z.object({
  ROLE: z.enum(ROLES).default('all'),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: wholeNumber(1, 65_535).default(8080),
  HOST: z.string().optional(),
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  EMBEDDING_ORIGINS: z.string().default('').transform(parseOrigins),
  AUTH_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  REGISTRATIONS_PER_HOUR: wholeNumber(1, 1_000_000).default(20),
  ALLOW_LOOPBACK_REDIRECTS: onOff.default(false),
  DATA_DIR: z.string().default('./data'),
  KEYS_DIR: z.string().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  ...PHONE_SETTINGS,
  ...ELECTRONIC_ID_SETTINGS,
  ...COMPANY_REGISTER_SETTINGS,
  ID_SCAN: z.enum(['off', 'built-in']).default('off'),
  KEEP_SCAN_IMAGES: onOff.default(false),
  ...FACE_CHECK_SETTINGS,
  MAIL_FROM: z.string().default('Countersign <no-reply@localhost>'),
  BOOTSTRAP_EMAIL: z
    .string()
    .refine(isEmailAddress, 'expected an email address')
    .default('admin@example.com'),
  BOOTSTRAP_PASSWORD: z.string().min(MIN_PASSWORD_LENGTH).max(MAX_SECRET_LENGTH).optional(),
  BOOTSTRAP_API_KEY: z.string().startsWith('sk_').min(MIN_API_KEY_LENGTH).max(MAX_SECRET_LENGTH).optional(),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'not a time zone such as Europe/Stockholm')
    .default(DEFAULT_TIME_ZONE),
  CAPABILITIES: z.string().default('all').transform(parseCapabilities),
  ...S3_SETTINGS,
  ...SEAL_KEY_SETTINGS,
  SEAL_TIMESTAMP_URLS: z.string().default('').transform(parseAddresses),
  SEAL_LEVEL: z.enum(PADES_LEVELS).optional(),
  SEAL_LEVEL_DEMAND: z.enum(['required', 'preferred']).default('preferred'),
  PDF_THREADS: wholeNumber(1, 64).default(DEFAULT_PDF_THREADS),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000).default(600),
  RETENTION_DAYS: wholeNumber(1, 36_500).default(90),
  MASK_CONTACTS: onOff.default(false),
  TRUST_PROXY: z.string().default('false').transform(parseProxies),
  REQUEST_HEADERS_SECONDS: wholeNumber(1, 3_600).default(30),
  REQUEST_IDLE_SECONDS: wholeNumber(1, 3_600).default(30),
  REQUEST_MIN_BYTES_PER_SECOND: wholeNumber(1, 1_000_000).default(16_384),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).default(1_000),
  ALLOW_LOOPBACK_WEBHOOKS: onOff.optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API: providerUrl.optional(),
  CLAMD_ADDRESS: z.string().transform(parseClamdAddress).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
});

export interface Config {
  readonly role: (typeof ROLES)[number];
  readonly environment: 'development' | 'production' | 'test';
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** Of the authorization server, without a trailing slash. */
  readonly authUrl: string;
  /** Whose pages may show signing pages in a frame. */
  readonly embeddingOrigins: readonly string[];
  readonly registrationsPerHour: number;
  /** RFC 8252: http redirects to loopback addresses, for public OAuth clients. */
  readonly allowLoopbackRedirects: boolean;
  /** Absolute. */
  readonly dataDir: string;
  /** Folder of the keys shared by all nodes. Absolute. */
  readonly keysDir: string;
  /** Undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Undefined: files are in `dataDir`. */
  readonly s3: S3Storage | undefined;
  /** Undefined: messages are kept in the outbox. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Undefined: kept in the outbox in development, not offered in production. */
  readonly sms: SmsSettings | undefined;
  readonly whatsapp: WhatsappSettings | undefined;
  /** Undefined: not offered. */
  readonly electronicId: ElectronicIdSettings | undefined;
  /** Undefined: not offered. */
  /** Undefined: not offered. */
  readonly faceCheck: FaceCheckSettings | undefined;
  readonly idScan: { readonly keepsImages: boolean } | undefined;
  readonly companyRegister: CompanyRegisterSettings | undefined;
  readonly bootstrap: {
    readonly emailAddress: string;
    readonly password: string | undefined;
    readonly apiKey: string | undefined;
    readonly capabilities: readonly Capability[];
    readonly timeZone: string;
  };
  /** Undefined: a development certificate, created at the first start. */
  readonly sealKey: SealKey | undefined;
  /** Undefined: seals have level B-B and need no network. */
  readonly pades: PadesSettings | undefined;
  readonly pdfThreads: number;
  readonly rateLimitPerMinute: number;
  readonly retentionDays: number;
  /** Masks e-mail addresses and phone numbers in sealed files. */
  readonly masksContacts: boolean;
  readonly trustProxy: TrustedProxies;
  readonly transfer: TransferLimits;
  readonly allowLoopbackWebhooks: boolean;
  /** Undefined: the sandbox in development, no payments in production. */
  readonly stripe: StripeOptions | undefined;
  /** Undefined: uploads of signees are not scanned. */
  readonly clamd: ClamdAddress | undefined;
  readonly logLevel: string;
}

export type DatabaseConfig = Pick<Config, 'dataDir' | 'keysDir' | 'databaseUrl'>;

/** Reads what names the database, and no other setting. Throws `setting_invalid`. */
export function readDatabaseConfig(env: Readonly<Record<string, string | undefined>>): DatabaseConfig {
  const settings = parseSettings(
    environment.pick({ DATA_DIR: true, KEYS_DIR: true, DATABASE_URL: true }),
    env,
  );
  return locateDatabase(settings);
}

function locateDatabase({
  DATA_DIR,
  KEYS_DIR,
  DATABASE_URL,
}: Pick<z.output<typeof environment>, 'DATA_DIR' | 'KEYS_DIR' | 'DATABASE_URL'>): DatabaseConfig {
  return {
    dataDir: resolve(DATA_DIR),
    keysDir: resolve(KEYS_DIR ?? join(DATA_DIR, 'keys')),
    databaseUrl: DATABASE_URL,
  };
}

function parseSettings<Schema extends z.ZodType>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (!result.success) throw describeWrongSetting(result.error.issues[0]);
  return result.data;
}

/** Reads the settings; empty variables are unset. Throws `setting_invalid` for the first invalid one. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const config = buildConfig(parseSettings(environment, env));
  checkBootstrap(config);
  checkRole(config);
  checkAuthUrl(config);
  checkProduction(config);
  return config;
}

function buildConfig(settings: z.output<typeof environment>): Config {
  const isProduction = settings.NODE_ENV === 'production';
  const baseUrl = settings.BASE_URL ?? `http://localhost:${settings.PORT}`;
  return {
    role: settings.ROLE,
    environment: settings.NODE_ENV,
    port: settings.PORT,
    // The outbox has no access control, so a development service listens on localhost only.
    host: settings.HOST ?? (isProduction ? '0.0.0.0' : 'localhost'),
    baseUrl,
    authUrl: settings.AUTH_URL ?? new URL(baseUrl).origin,
    embeddingOrigins: settings.EMBEDDING_ORIGINS,
    registrationsPerHour: settings.REGISTRATIONS_PER_HOUR,
    allowLoopbackRedirects: settings.ALLOW_LOOPBACK_REDIRECTS,
    ...locateDatabase(settings),
    s3: readS3Storage(settings),
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    ...readPhoneSettings(settings),
    electronicId: readElectronicIdSettings(settings),
    faceCheck: readFaceCheckSettings(settings),
    idScan: settings.ID_SCAN === 'off' ? undefined : { keepsImages: settings.KEEP_SCAN_IMAGES },
    companyRegister: readCompanyRegisterSettings(settings),
    bootstrap: {
      emailAddress: settings.BOOTSTRAP_EMAIL,
      password: settings.BOOTSTRAP_PASSWORD,
      apiKey: settings.BOOTSTRAP_API_KEY,
      timeZone: settings.TIME_ZONE,
      capabilities: settings.CAPABILITIES,
    },
    sealKey: readSealKey(settings),
    pades: readPades(settings),
    pdfThreads: settings.PDF_THREADS,
    rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
    retentionDays: settings.RETENTION_DAYS,
    masksContacts: settings.MASK_CONTACTS,
    trustProxy: settings.TRUST_PROXY,
    transfer: {
      headersMs: settings.REQUEST_HEADERS_SECONDS * MS_PER_SECOND,
      bodyIdleMs: settings.REQUEST_IDLE_SECONDS * MS_PER_SECOND,
      minBytesPerSecond: settings.REQUEST_MIN_BYTES_PER_SECOND,
      maxConnections: settings.MAX_CONNECTIONS,
    },
    allowLoopbackWebhooks: settings.ALLOW_LOOPBACK_WEBHOOKS ?? !isProduction,
    stripe: readStripe(settings),
    clamd: settings.CLAMD_ADDRESS,
    logLevel: settings.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
  };
}

/** Authorities without a level imply timestamps. */
function readPades(settings: z.output<typeof environment>): Config['pades'] {
  const { SEAL_TIMESTAMP_URLS: urls, SEAL_LEVEL_DEMAND: demand } = settings;
  const level = settings.SEAL_LEVEL ?? (urls.length > 0 ? 'B-T' : 'B-B');
  if (level === 'B-B') return undefined;
  if (urls.length === 0)
    throw new StartError('setting_invalid', `SEAL_TIMESTAMP_URLS: required if SEAL_LEVEL is ${level}`);
  return { level, demand, authorities: urls.map((url) => ({ url })) };
}

/** The same rule as for every password. */
function checkBootstrap({ bootstrap: { password, emailAddress } }: Config): void {
  if (password === undefined || checkPassword('', password, emailAddress).length === 0) return;
  throw new StartError('setting_invalid', 'BOOTSTRAP_PASSWORD: too easy to guess; use several words');
}

/** Cookies of https are not sent over http, and the other way round they would not be protected. */
function checkAuthUrl({ authUrl, baseUrl }: Config): void {
  if (new URL(authUrl).protocol === new URL(baseUrl).protocol) return;
  throw new StartError('setting_invalid', 'AUTH_URL: must be https if BASE_URL is, and http if not');
}

/** A process with one role shares database and files with another. */
function checkRole({ role, databaseUrl, s3 }: Config): void {
  if (role === 'all') return;
  if (databaseUrl === undefined)
    throw new StartError('setting_invalid', `DATABASE_URL: required if ROLE is ${role}`);
  if (s3 === undefined) throw new StartError('setting_invalid', `S3_BUCKET: required if ROLE is ${role}`);
}

/** Required in production. */
function checkProduction(config: Config): void {
  if (config.environment !== 'production') return;
  if (config.smtpUrl === undefined)
    throw new StartError('setting_invalid', 'SMTP_URL: required if NODE_ENV is production');
  if (config.sealKey === undefined)
    throw new StartError(
      'setting_invalid',
      'SEAL_P12: this, SEAL_KEY or SEAL_REMOTE_URLS is required if NODE_ENV is production',
    );
  if (config.electronicId?.provider === 'sandbox')
    throw new StartError('setting_invalid', 'E_ID_PROVIDER: sandbox is not for production');
  if (config.faceCheck?.provider === 'sandbox')
    throw new StartError('setting_invalid', 'FACE_CHECK_PROVIDER: sandbox is not for production');
  if (config.companyRegister?.register === 'file')
    throw new StartError('setting_invalid', 'COMPANY_REGISTER: file is not for production');
  const keyLength = config.bootstrap.apiKey?.length ?? MIN_PRODUCTION_API_KEY_LENGTH;
  if (keyLength < MIN_PRODUCTION_API_KEY_LENGTH)
    throw new StartError(
      'setting_invalid',
      `BOOTSTRAP_API_KEY: at least ${MIN_PRODUCTION_API_KEY_LENGTH} characters in production`,
    );
}

function parseCapabilities(text: string, context: z.RefinementCtx): readonly Capability[] {
  if (text === 'all') return CAPABILITIES;
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !CAPABILITIES.some((capability) => capability === word));
  if (unknown !== undefined) context.addIssue({ code: 'custom', message: `unknown capability "${unknown}"` });
  return CAPABILITIES.filter((capability) => words.includes(capability));
}

/** Names of networks in Fastify. */
const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal'];
const MAX_PROXIES = 10;

/** Refuses `true`, since clients can forge the start of X-Forwarded-For: proxies are trusted by address or count. */
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

function readStripe(settings: z.output<typeof environment>): StripeOptions | undefined {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API: api = '',
  } = settings;
  if (secretKey === undefined) return undefined;
  if (webhookSecret === undefined)
    throw new StartError('setting_invalid', 'STRIPE_WEBHOOK_SECRET: required with STRIPE_SECRET_KEY');
  return { secretKey, webhookSecret, ...(api === '' ? {} : { api: api.replace(/\/+$/, '') }) };
}

/** `host:port`, or the path of a Unix socket. */
function parseClamdAddress(text: string, context: z.RefinementCtx): ClamdAddress {
  if (text.startsWith('/')) return { path: text };
  const { hostname = '', port = '' } = URL.parse(`tcp://${text}`) ?? {};
  if (hostname === '' || port === '')
    context.addIssue({ code: 'custom', message: 'expected host:port or the path of a socket' });
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
}

function parseAddresses(text: string, context: z.RefinementCtx): readonly string[] {
  const urls = text.split(/[\s,]+/).filter((url) => url !== '');
  const wrong = urls.findIndex((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''));
  // By index: the address may contain a password.
  if (wrong >= 0)
    context.addIssue({ code: 'custom', message: `address ${wrong + 1} is no http or https address` });
  return urls;
}

/** As browsers write them: a host name in lower case, and a port only if it is not the usual one. */
function parseOrigins(text: string, context: z.RefinementCtx): readonly string[] {
  const origins = text.split(/[\s,]+/).filter((origin) => origin !== '');
  const wrong = origins.find(
    (origin) => !/^https?:[^*]*$/.test(origin) || URL.parse(origin)?.origin !== origin,
  );
  if (wrong !== undefined)
    context.addIssue({
      code: 'custom',
      message: `"${wrong}" is not an origin such as https://app.example.com`,
    });
  return origins;
}

/** Names the setting and the expected value, never the actual one, which may be secret. */
function describeWrongSetting(issue: z.core.$ZodIssue | undefined): StartError {
  return new StartError('setting_invalid', `${String(issue?.path[0])}: ${issue?.message}`);
}
