import { availableParallelism } from 'node:os';
import { DEFAULT_SETTINGS } from '@countersign/signing';
import { z } from 'zod';
import {
  checkFirstAccount,
  checkProductionKey,
  FIRST_ACCOUNT_SETTINGS,
  readFirstAccount,
} from './first-account.ts';
import {
  COMPANY_REGISTER_SETTINGS,
  ELECTRONIC_ID_SETTINGS,
  FACE_CHECK_SETTINGS,
  ID_SCAN_SETTINGS,
  ONFIDO_SETTINGS,
  readCompanyRegisterSettings,
  readElectronicIdSettings,
  readFaceCheckSettings,
  readIdScanSettings,
  readOnfidoSettings,
} from './identification.ts';
import {
  ASSISTANT_SETTINGS,
  isHttpsOrLoopback,
  PAYMENT_SETTINGS,
  PHONE_SETTINGS,
  readAssistantSettings,
  readPhoneSettings,
  readStripe,
  VIRUS_SCAN_SETTINGS,
  withoutTrailingSlash,
} from './providers.ts';
import { readPades, readSealKey, SEAL_KEY_SETTINGS, SEAL_LEVEL_SETTINGS } from './seal.ts';
import { readSingleSignOn, SINGLE_SIGN_ON_SETTINGS } from './single-sign-on.ts';
import {
  CONNECTION_SETTINGS,
  DATABASE_SETTINGS,
  locateDatabase,
  readS3Storage,
  readTransferLimits,
  S3_SETTINGS,
} from './storage.ts';
import { onOff, parseSettings, StartError, wholeNumber } from './values.ts';

/** Leaves a core for requests; more than four rarely help. */
const DEFAULT_PDF_THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));

/** Issuer identifiers have neither query nor fragment (RFC 8414 2). */
const serviceUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/[?#]/.test(url), { message: 'must have neither query nor fragment' })
  .transform(withoutTrailingSlash);

const DEVELOPMENT_SENDER = 'Countersign <no-reply@localhost>';
/** Unlike the address of a person, it may be of a host without a dot. */
const SENDER = /^(?:[^\s<>@]+@[^\s<>@]+|[^<>]+ <[^\s<>@]+@[^\s<>@]+>)$/;

/** Serves requests, runs jobs, or both. */
const ROLES = ['all', 'api', 'worker'] as const;

/** These are members of `Config` as they are, by their names in camel case. */
const PLAIN_SETTINGS = {
  ROLE: z.enum(ROLES).default('all'),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: wholeNumber(1, 65_535).default(8080),
  /** Origins whose pages may show signing pages in a frame. */
  EMBEDDING_ORIGINS: z.string().default('').transform(parseOrigins),
  REGISTRATIONS_PER_HOUR: wholeNumber(1, 1_000_000).default(20),
  /** Whether public OAuth clients may be led to their own machine over http (RFC 8252). */
  ALLOW_LOOPBACK_REDIRECTS: onOff.default(false),
  /** The outbox is used without it. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().regex(SENDER, 'expected an address or Name <address>').default(DEVELOPMENT_SENDER),
  PDF_THREADS: wholeNumber(1, 64).default(DEFAULT_PDF_THREADS),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000).default(600),
  RETENTION_DAYS: wholeNumber(1, 36_500).default(DEFAULT_SETTINGS.retentionDays),
  VISITOR_CODES_OF_LINK_PER_HOUR: wholeNumber(1, 1_000_000).default(DEFAULT_SETTINGS.maxVisitorCodesOfLink),
  VISITOR_CODES_OF_ACCOUNT_PER_HOUR: wholeNumber(1, 1_000_000).default(
    DEFAULT_SETTINGS.maxVisitorCodesOfAccount,
  ),
  /** Without it the operator has no API. */
  OPERATOR_TOKEN: z.string().min(32, 'expected at least 32 characters').optional(),
  /** Without it there are no metrics. */
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  /** There is no access control. */
  METRICS_HOST: z.string().default('localhost'),
  /** Without it there are no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().default('countersign'),
  /** Applies to sealed files. */
  MASK_CONTACTS: onOff.default(false),
  ...VIRUS_SCAN_SETTINGS,
};

/** `buildConfig` derives members of `Config` from these. */
const DERIVED_SETTINGS = {
  HOST: z.string().optional(),
  BASE_URL: serviceUrl.optional(),
  AUTH_URL: serviceUrl
    .refine((url) => new URL(url).pathname === '/', { message: 'must have no path' })
    .optional(),
  ALLOW_HTTP: onOff.default(false),
  ...DATABASE_SETTINGS,
  ...PHONE_SETTINGS,
  ...ELECTRONIC_ID_SETTINGS,
  ...COMPANY_REGISTER_SETTINGS,
  ...ID_SCAN_SETTINGS,
  ...FACE_CHECK_SETTINGS,
  ...ONFIDO_SETTINGS,
  ...FIRST_ACCOUNT_SETTINGS,
  ...S3_SETTINGS,
  ...SEAL_KEY_SETTINGS,
  ...SEAL_LEVEL_SETTINGS,
  ALLOW_LOOPBACK_WEBHOOKS: onOff.optional(),
  ...CONNECTION_SETTINGS,
  ...PAYMENT_SETTINGS,
  ...ASSISTANT_SETTINGS,
  ...SINGLE_SIGN_ON_SETTINGS,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
};

/** Every setting. The table in the README is compared with it. */
export const environment = z.object({ ...PLAIN_SETTINGS, ...DERIVED_SETTINGS });

type Settings = z.output<typeof environment>;

/** Paths are absolute, addresses have no slash at their end. What is undefined is not offered, or in `dataDir`. */
export type Config = Readonly<ReturnType<typeof buildConfig>>;

/** Empty variables are unset. Throws `setting_invalid` for the first invalid one. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const settings = parseSettings(environment, env);
  const config = buildConfig(settings);
  checkFirstAccount(config.bootstrap);
  checkRole(config);
  checkAuthUrl(config);
  checkProduction(config);
  if (!settings.ALLOW_HTTP) checkEncryption(config);
  return config;
}

function buildConfig(settings: Settings) {
  const isProduction = settings.NODE_ENV === 'production';
  const baseUrl = settings.BASE_URL ?? `http://localhost:${settings.PORT}`;
  return {
    ...pickInCamelCase(settings, PLAIN_SETTINGS),
    // The outbox has no access control.
    host: settings.HOST ?? (isProduction ? '0.0.0.0' : 'localhost'),
    baseUrl,
    authUrl: settings.AUTH_URL ?? new URL(baseUrl).origin,
    ...locateDatabase(settings),
    s3: readS3Storage(settings),
    ...readPhoneSettings(settings),
    electronicId: readElectronicIdSettings(settings),
    idScan: readIdScanSettings(settings),
    faceCheck: readFaceCheckSettings(settings),
    onfido: readOnfidoSettings(
      settings,
      (['ID_SCAN', 'FACE_CHECK_PROVIDER'] as const).filter((name) => settings[name] === 'onfido'),
    ),
    companyRegister: readCompanyRegisterSettings(settings),
    bootstrap: readFirstAccount(settings),
    sealKey: readSealKey(settings),
    pades: readPades(settings),
    trustProxy: settings.TRUST_PROXY,
    transfer: readTransferLimits(settings),
    allowLoopbackWebhooks: settings.ALLOW_LOOPBACK_WEBHOOKS ?? !isProduction,
    stripe: readStripe(settings),
    assistant: readAssistantSettings(settings, isProduction),
    singleSignOn: readSingleSignOn(settings),
    logLevel: settings.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
  };
}

type CamelCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Lowercase<Word>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

type InCamelCase<Members> = { [Name in keyof Members & string as CamelCase<Name>]: Members[Name] };

function pickInCamelCase<Name extends keyof Settings>(
  settings: Settings,
  names: Readonly<Record<Name, unknown>>,
): InCamelCase<Pick<Settings, Name>> {
  const members = Object.keys(names).map((name) => [toCamelCase(name), settings[name as Name]]);
  return Object.fromEntries(members);
}

function toCamelCase(name: string): string {
  return name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Cookies of https are not sent over http, and the other way round they would not be protected. */
function checkAuthUrl({ authUrl, baseUrl }: Config): void {
  if (new URL(authUrl).protocol === new URL(baseUrl).protocol) return;
  throw new StartError('setting_invalid', 'AUTH_URL: must be https if BASE_URL is, and http if not');
}

/** Such a process shares database and files with others. */
function checkRole({ role, databaseUrl, s3 }: Config): void {
  if (role === 'all') return;
  if (databaseUrl === undefined)
    throw new StartError('setting_invalid', `DATABASE_URL: required if ROLE is ${role}`);
  if (s3 === undefined) throw new StartError('setting_invalid', `S3_BUCKET: required if ROLE is ${role}`);
}

function checkProduction(config: Config): void {
  if (config.nodeEnv !== 'production') return;
  if (config.smtpUrl === undefined)
    throw new StartError('setting_invalid', 'SMTP_URL: required if NODE_ENV is production');
  if (config.mailFrom === DEVELOPMENT_SENDER)
    throw new StartError('setting_invalid', 'MAIL_FROM: required if NODE_ENV is production');
  if (config.sealKey === undefined)
    throw new StartError(
      'setting_invalid',
      'SEAL_P12: this, SEAL_KEY, SEAL_PEM or SEAL_REMOTE_URLS is required if NODE_ENV is production',
    );
  if (config.electronicId?.provider === 'sandbox')
    throw new StartError('setting_invalid', 'E_ID_PROVIDER: sandbox is not for production');
  if (config.faceCheck?.provider === 'sandbox')
    throw new StartError('setting_invalid', 'FACE_CHECK_PROVIDER: sandbox is not for production');
  if (config.companyRegister?.register === 'file')
    throw new StartError('setting_invalid', 'COMPANY_REGISTER: file is not for production');
  checkProductionKey(config.bootstrap);
}

/** Passwords, cookies, codes and tokens are sent there (RFC 6749 1.6). */
function checkEncryption({ nodeEnv, baseUrl, authUrl }: Config): void {
  if (nodeEnv !== 'production') return;
  for (const [name, url] of Object.entries({ BASE_URL: baseUrl, AUTH_URL: authUrl }))
    if (!isHttpsOrLoopback(new URL(url)))
      throw new StartError(
        'setting_invalid',
        `${name}: must be https in production; ALLOW_HTTP=true allows http on a network that is protected otherwise`,
      );
}

/** Reads origins as browsers write them: in lower case, and with a port only if it is not the usual one. */
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
