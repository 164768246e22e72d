import {
  BANKID_PRODUCTION_URL,
  BANKID_RISKS,
  NAME_CLAIM,
  PERSONAL_NUMBER_CLAIM,
} from '@countersign/adapters/e-id';
import { z } from 'zod';
import { providerUrl, withoutTrailingSlash } from './provider-url.ts';
import { readableFile } from './readable-file.ts';
import { requireSetting } from './required-setting.ts';

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

type Settings = z.output<z.ZodObject<typeof ELECTRONIC_ID_SETTINGS>>;

/** Throws `setting_invalid`. */
export function readElectronicIdSettings(settings: Settings): ElectronicIdSettings | undefined {
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
