import { BOLAGSVERKET_API, BOLAGSVERKET_TOKEN_URL } from '@countersign/adapters/company-register';
import { BANKID_PRODUCTION_URL } from '@countersign/adapters/e-id/bankid-client';
import { BANKID_RISKS } from '@countersign/adapters/e-id/bankid-provider';
import { NAME_CLAIM, PERSONAL_NUMBER_CLAIM } from '@countersign/adapters/e-id/broker-provider';
import type { OnfidoFaceCheckOptions } from '@countersign/adapters/onfido/onfido';
import type { OnfidoOptions } from '@countersign/adapters/onfido/onfido-client';
import { z } from 'zod';
import { providerApi, providerUrl, withoutTrailingSlash } from './providers.ts';
import { onOff, readableFile, requireSetting } from './values.ts';

export type CompanyRegisterSettings =
  | {
      readonly register: 'bolagsverket';
      readonly api: string;
      readonly tokenUrl: string;
      readonly clientId: string;
      readonly clientSecret: string;
    }
  /** The path is absolute. */
  | { readonly register: 'file'; readonly path: string };

export const COMPANY_REGISTER_SETTINGS = {
  COMPANY_REGISTER: z.enum(['bolagsverket', 'file']).optional(),
  COMPANY_REGISTER_FILE: readableFile,
  BOLAGSVERKET_CLIENT_ID: z.string().optional(),
  BOLAGSVERKET_CLIENT_SECRET: z.string().optional(),
  BOLAGSVERKET_API: providerApi.default(BOLAGSVERKET_API),
  BOLAGSVERKET_TOKEN_URL: providerUrl.default(BOLAGSVERKET_TOKEN_URL),
};

type CompanyRegisterVariables = z.output<z.ZodObject<typeof COMPANY_REGISTER_SETTINGS>>;

/** Throws `setting_invalid`. */
export function readCompanyRegisterSettings(
  settings: CompanyRegisterVariables,
): CompanyRegisterSettings | undefined {
  const reason = `if COMPANY_REGISTER is ${settings.COMPANY_REGISTER}`;
  switch (settings.COMPANY_REGISTER) {
    case undefined:
      return undefined;
    case 'file':
      return { register: 'file', path: requireSetting(settings, 'COMPANY_REGISTER_FILE', reason) };
    case 'bolagsverket':
      return {
        register: 'bolagsverket',
        api: settings.BOLAGSVERKET_API,
        tokenUrl: settings.BOLAGSVERKET_TOKEN_URL,
        clientId: requireSetting(settings, 'BOLAGSVERKET_CLIENT_ID', reason),
        clientSecret: requireSetting(settings, 'BOLAGSVERKET_CLIENT_SECRET', reason),
      };
  }
}

/** Paths are absolute. */
export type ElectronicIdSettings =
  | {
      readonly provider: 'bankid';
      readonly url: string;
      readonly p12Path: string;
      readonly passphrase: string;
      readonly serverAuthorityPath: string;
      readonly issuersPath: string;
      readonly maxRisk: (typeof BANKID_RISKS)[number];
    }
  | {
      readonly provider: 'oidc';
      readonly name: string;
      readonly issuer: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly scope: string;
      readonly acrValues: readonly string[];
      readonly personalNumberClaim: string;
      readonly nameClaim: string;
    }
  | { readonly provider: 'sandbox' };

export const ELECTRONIC_ID_SETTINGS = {
  E_ID_PROVIDER: z.enum(['bankid', 'oidc', 'sandbox']).optional(),
  BANKID_URL: z
    .url({ protocol: /^https$/ })
    .transform(withoutTrailingSlash)
    .default(BANKID_PRODUCTION_URL),
  BANKID_P12: readableFile,
  BANKID_P12_PASSPHRASE: z.string().default(''),
  BANKID_CA: readableFile,
  BANKID_ISSUERS: readableFile,
  BANKID_MAX_RISK: z.enum(BANKID_RISKS).default('moderate'),
  E_ID_NAME: z.string().min(1).max(50).optional(),
  E_ID_ISSUER: providerUrl.optional(),
  E_ID_CLIENT_ID: z.string().optional(),
  E_ID_CLIENT_SECRET: z.string().optional(),
  E_ID_SCOPE: z
    .string()
    .refine((scope) => scope.split(' ').includes('openid'), 'must include openid')
    .default('openid profile'),
  E_ID_ACR_VALUES: z.string().default(''),
  E_ID_NUMBER_CLAIM: z.string().min(1).default(PERSONAL_NUMBER_CLAIM),
  E_ID_NAME_CLAIM: z.string().min(1).default(NAME_CLAIM),
};

type ElectronicIdVariables = z.output<z.ZodObject<typeof ELECTRONIC_ID_SETTINGS>>;

/** Throws `setting_invalid`. */
export function readElectronicIdSettings(settings: ElectronicIdVariables): ElectronicIdSettings | undefined {
  const reason = `if E_ID_PROVIDER is ${settings.E_ID_PROVIDER}`;
  switch (settings.E_ID_PROVIDER) {
    case undefined:
      return undefined;
    case 'sandbox':
      return { provider: 'sandbox' };
    case 'bankid':
      return {
        provider: 'bankid',
        url: settings.BANKID_URL,
        p12Path: requireSetting(settings, 'BANKID_P12', reason),
        passphrase: settings.BANKID_P12_PASSPHRASE,
        serverAuthorityPath: requireSetting(settings, 'BANKID_CA', reason),
        issuersPath: requireSetting(settings, 'BANKID_ISSUERS', reason),
        maxRisk: settings.BANKID_MAX_RISK,
      };
    case 'oidc':
      return {
        provider: 'oidc',
        name: requireSetting(settings, 'E_ID_NAME', reason),
        issuer: requireSetting(settings, 'E_ID_ISSUER', reason),
        clientId: requireSetting(settings, 'E_ID_CLIENT_ID', reason),
        clientSecret: requireSetting(settings, 'E_ID_CLIENT_SECRET', reason),
        scope: settings.E_ID_SCOPE,
        acrValues: settings.E_ID_ACR_VALUES.split(' ').filter((value) => value !== ''),
        personalNumberClaim: settings.E_ID_NUMBER_CLAIM,
        nameClaim: settings.E_ID_NAME_CLAIM,
      };
  }
}

export const ONFIDO_SETTINGS = {
  ONFIDO_API: providerApi.optional(),
  ONFIDO_TOKEN: z.string().optional(),
  ONFIDO_WEBHOOK_TOKEN: z.string().optional(),
  ONFIDO_WORKFLOW_ID: z.string().optional(),
  ONFIDO_SCAN_WORKFLOW_ID: z.string().optional(),
};

type OnfidoVariables = z.output<z.ZodObject<typeof ONFIDO_SETTINGS>>;

/** Returns undefined if Onfido does no checks. Throws `setting_invalid`. */
export function readOnfidoSettings(
  settings: OnfidoVariables,
  usedBy: readonly string[],
): OnfidoOptions | undefined {
  const [setting] = usedBy;
  if (setting === undefined) return undefined;
  return {
    token: requireOnfido(settings, 'ONFIDO_TOKEN', setting),
    webhookToken: requireOnfido(settings, 'ONFIDO_WEBHOOK_TOKEN', setting),
    api: settings.ONFIDO_API,
  };
}

/** Throws `setting_invalid` if Onfido is not configured, and `setting` has the value `onfido`. */
function requireOnfido(settings: OnfidoVariables, name: keyof OnfidoVariables, setting: string): string {
  return requireSetting(settings, name, `if ${setting} is onfido`);
}

export type FaceCheckSettings =
  | ({ readonly provider: 'onfido' } & OnfidoFaceCheckOptions)
  | { readonly provider: 'sandbox' };

export const FACE_CHECK_SETTINGS = {
  FACE_CHECK_PROVIDER: z.enum(['onfido', 'sandbox']).optional(),
  FACE_CHECK_MIN_SCORE: z.coerce.number().min(0.5).max(1).default(0.8),
};

type FaceCheckVariables = z.output<z.ZodObject<typeof FACE_CHECK_SETTINGS & typeof ONFIDO_SETTINGS>>;

/** Throws `setting_invalid`. */
export function readFaceCheckSettings(settings: FaceCheckVariables): FaceCheckSettings | undefined {
  if (settings.FACE_CHECK_PROVIDER === undefined) return undefined;
  if (settings.FACE_CHECK_PROVIDER === 'sandbox') return { provider: 'sandbox' };
  return {
    provider: 'onfido',
    workflowId: requireOnfido(settings, 'ONFIDO_WORKFLOW_ID', 'FACE_CHECK_PROVIDER'),
    minScore: settings.FACE_CHECK_MIN_SCORE,
  };
}

export type IdScanSettings = {
  /** Images are kept after sealing. */
  readonly keepsImages: boolean;
} & ({ readonly provider: 'built-in' } | { readonly provider: 'onfido'; readonly workflowId: string });

export const ID_SCAN_SETTINGS = {
  ID_SCAN: z.enum(['off', 'built-in', 'onfido']).default('off'),
  KEEP_SCAN_IMAGES: onOff.default(false),
};

type IdScanVariables = z.output<z.ZodObject<typeof ID_SCAN_SETTINGS & typeof ONFIDO_SETTINGS>>;

/** Throws `setting_invalid`. */
export function readIdScanSettings(settings: IdScanVariables): IdScanSettings | undefined {
  const { ID_SCAN: provider, KEEP_SCAN_IMAGES: keepsImages } = settings;
  if (provider === 'off') return undefined;
  if (provider === 'built-in') return { provider, keepsImages };
  const workflowId = requireOnfido(settings, 'ONFIDO_SCAN_WORKFLOW_ID', 'ID_SCAN');
  return { provider, keepsImages, workflowId };
}
