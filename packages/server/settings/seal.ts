import { PADES_LEVELS } from '@countersign/seal/limits';
import type { PadesSettings } from '@countersign/toolkit';
import { z } from 'zod';
import { isHttpsOrLoopback } from './providers.ts';
import { readableFile, requireSetting, StartError } from './values.ts';

/** Paths are absolute. */
export type SealKey =
  | { readonly kind: 'p12'; readonly path: string; readonly passphrase: string }
  | {
      readonly kind: 'pem';
      readonly certificatePath: string;
      readonly keyPath: string;
      readonly passphrase: string | undefined;
    }
  | {
      /** The service writes the text to a file of DATA_DIR, because threads read key files themselves. */
      readonly kind: 'text';
      readonly pem: string;
      readonly passphrase: string | undefined;
    }
  | RemoteSealKey;

/** The key is used by the protocol of the Cloud Signature Consortium. */
export interface RemoteSealKey {
  readonly kind: 'remote';
  /** The signers are asked in this order. */
  readonly urls: readonly string[];
  readonly credentialId: string;
  readonly token: string | undefined;
  /** These files are for mutual TLS. */
  readonly clientPath: string | undefined;
  /** The authority is named here if it is not a system CA. */
  readonly authorityPath: string | undefined;
}

export const SEAL_KEY_SETTINGS = {
  SEAL_P12: readableFile,
  SEAL_P12_PASSPHRASE: z.string().default(''),
  SEAL_CERTIFICATE: readableFile,
  SEAL_KEY: readableFile,
  SEAL_KEY_PASSPHRASE: z.string().optional(),
  SEAL_PEM: z
    .string()
    // Some platforms store line breaks of variables so.
    .transform((text) => text.replaceAll('\\n', '\n'))
    .refine(
      (text) => ['-----BEGIN CERTIFICATE-----', 'PRIVATE KEY-----'].every((mark) => text.includes(mark)),
      {
        error: 'expected a certificate and a private key as PEM text',
      },
    )
    .optional(),
  SEAL_REMOTE_URLS: z.string().default('').transform(parseSigners),
  SEAL_REMOTE_CREDENTIAL: z.string().optional(),
  SEAL_REMOTE_TOKEN: z.string().optional(),
  SEAL_REMOTE_CLIENT: readableFile,
  SEAL_REMOTE_CA: readableFile,
};

type Settings = z.output<z.ZodObject<typeof SEAL_KEY_SETTINGS>>;

/** Throws `setting_invalid` for two keys, or half of a pair. */
export function readSealKey(settings: Settings): SealKey | undefined {
  const keys = [readP12(settings), readPem(settings), readText(settings), readRemote(settings)];
  const [key, another] = keys.filter((found) => found !== undefined);
  if (another)
    throw new StartError(
      'setting_invalid',
      'SEAL_P12, SEAL_KEY, SEAL_PEM and SEAL_REMOTE_URLS: set only one of them',
    );
  return key;
}

function readP12(settings: Settings): SealKey | undefined {
  if (settings.SEAL_P12 === undefined) return undefined;
  return { kind: 'p12', path: settings.SEAL_P12, passphrase: settings.SEAL_P12_PASSPHRASE };
}

function readPem({ SEAL_CERTIFICATE, SEAL_KEY, SEAL_KEY_PASSPHRASE }: Settings): SealKey | undefined {
  if (SEAL_CERTIFICATE === undefined && SEAL_KEY === undefined) return undefined;
  if (SEAL_CERTIFICATE === undefined || SEAL_KEY === undefined)
    throw new StartError(
      'setting_invalid',
      `${SEAL_KEY === undefined ? 'SEAL_KEY' : 'SEAL_CERTIFICATE'}: required with the other one`,
    );
  return {
    kind: 'pem',
    certificatePath: SEAL_CERTIFICATE,
    keyPath: SEAL_KEY,
    passphrase: SEAL_KEY_PASSPHRASE,
  };
}

function readText({ SEAL_PEM: pem, SEAL_KEY_PASSPHRASE: passphrase }: Settings): SealKey | undefined {
  return pem === undefined ? undefined : { kind: 'text', pem, passphrase };
}

function readRemote(settings: Settings): RemoteSealKey | undefined {
  const { SEAL_REMOTE_URLS: urls } = settings;
  if (urls.length === 0) return undefined;
  return {
    kind: 'remote',
    urls,
    credentialId: requireSetting(settings, 'SEAL_REMOTE_CREDENTIAL', 'with SEAL_REMOTE_URLS'),
    token: settings.SEAL_REMOTE_TOKEN,
    clientPath: settings.SEAL_REMOTE_CLIENT,
    authorityPath: settings.SEAL_REMOTE_CA,
  };
}

/** Refuses plain http, which would expose the token. */
function parseSigners(text: string, context: z.RefinementCtx): readonly string[] {
  const urls = text.split(/[\s,]+/).filter((url) => url !== '');
  const wrong = urls.findIndex((url) => !isSignerUrl(URL.parse(url)));
  const message = `address ${wrong + 1} is not an https address, or holds a name or password; http is for this machine only`;
  if (wrong >= 0) context.addIssue({ code: 'custom', message });
  return urls;
}

function isSignerUrl(url: URL | null): boolean {
  if (url === null || url.username !== '' || url.password !== '') return false;
  return isHttpsOrLoopback(url);
}

export const SEAL_LEVEL_SETTINGS = {
  SEAL_TIMESTAMP_URLS: z.string().default('').transform(parseAddresses),
  SEAL_LEVEL: z.enum(PADES_LEVELS).optional(),
  SEAL_LEVEL_DEMAND: z.enum(['required', 'preferred']).default('preferred'),
};

/** Authorities imply a level with timestamps. */
export function readPades(
  settings: z.output<z.ZodObject<typeof SEAL_LEVEL_SETTINGS>>,
): PadesSettings | undefined {
  const { SEAL_TIMESTAMP_URLS: urls, SEAL_LEVEL_DEMAND: demand } = settings;
  const level = settings.SEAL_LEVEL ?? (urls.length > 0 ? 'B-T' : 'B-B');
  if (level === 'B-B') return undefined;
  if (urls.length === 0)
    throw new StartError('setting_invalid', `SEAL_TIMESTAMP_URLS: required if SEAL_LEVEL is ${level}`);
  return { level, demand, authorities: urls.map((url) => ({ url })) };
}

function parseAddresses(text: string, context: z.RefinementCtx): readonly string[] {
  const urls = text.split(/[\s,]+/).filter((url) => url !== '');
  const wrong = urls.findIndex((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''));
  // The address is not named, because it may contain a password.
  if (wrong >= 0)
    context.addIssue({ code: 'custom', message: `address ${wrong + 1} is not an http or https address` });
  return urls;
}
