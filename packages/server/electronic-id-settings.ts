import { resolve } from 'node:path';
import {
  BANKID_PRODUCTION_URL,
  BANKID_RISKS,
  NAME_CLAIM,
  PERSONAL_NUMBER_CLAIM,
} from '@countersign/adapters/e-id';
import { z } from 'zod';
import { StartError } from './errors.ts';
import { providerUrl } from './provider-url.ts';
import { readableFile } from './readable-file.ts';

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
  BANKID_URL: z.url({ protocol: /^https$/ }).default(BANKID_PRODUCTION_URL),
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

type Settings = z.output<z.ZodObject<typeof ELECTRONIC_ID_SETTINGS>>;

/** Throws `setting_invalid`. */
export function readElectronicIdSettings(settings: Settings): ElectronicIdSettings | undefined {
  switch (settings.E_ID_PROVIDER) {
    case undefined:
      return undefined;
    case 'sandbox':
      return { provider: 'sandbox' };
    case 'bankid':
      return {
        provider: 'bankid',
        url: settings.BANKID_URL.replace(/\/+$/, ''),
        p12Path: resolve(required(settings, 'BANKID_P12')),
        passphrase: settings.BANKID_P12_PASSPHRASE,
        serverAuthorityPath: resolve(required(settings, 'BANKID_CA')),
        issuersPath: resolve(required(settings, 'BANKID_ISSUERS')),
        maxRisk: settings.BANKID_MAX_RISK,
      };
    case 'oidc':
      return {
        provider: 'oidc',
        name: required(settings, 'E_ID_NAME'),
        issuer: required(settings, 'E_ID_ISSUER'),
        clientId: required(settings, 'E_ID_CLIENT_ID'),
        clientSecret: required(settings, 'E_ID_CLIENT_SECRET'),
        scope: settings.E_ID_SCOPE,
        acrValues: settings.E_ID_ACR_VALUES.split(' ').filter((value) => value !== ''),
        personalNumberClaim: settings.E_ID_NUMBER_CLAIM,
        nameClaim: settings.E_ID_NAME_CLAIM,
      };
  }
}

type NeededSetting =
  | 'BANKID_P12'
  | 'BANKID_CA'
  | 'BANKID_ISSUERS'
  | 'E_ID_NAME'
  | 'E_ID_ISSUER'
  | 'E_ID_CLIENT_ID'
  | 'E_ID_CLIENT_SECRET';

function required(settings: Settings, name: NeededSetting): string {
  const value = settings[name];
  if (value === undefined)
    throw new StartError('setting_invalid', `${name}: needed if E_ID_PROVIDER is ${settings.E_ID_PROVIDER}`);
  return value;
}
