import { resolve } from 'node:path';
import { BANKID_PRODUCTION_URL } from '@countersign/adapters/e-id';
import { z } from 'zod';
import { StartError } from './errors.ts';
import { readableFile } from './readable-file.ts';

/** Where people identify themselves. Paths are absolute. */
export type ElectronicIdSettings =
  | {
      readonly provider: 'bankid';
      readonly url: string;
      readonly p12Path: string;
      readonly passphrase: string;
      readonly serverAuthorityPath: string;
      readonly issuersPath: string;
    }
  | { readonly provider: 'sandbox' };

export const ELECTRONIC_ID_SETTINGS = {
  E_ID_PROVIDER: z.enum(['bankid', 'sandbox']).optional(),
  BANKID_URL: z.url({ protocol: /^https$/ }).default(BANKID_PRODUCTION_URL),
  BANKID_P12: readableFile,
  BANKID_P12_PASSPHRASE: z.string().default(''),
  BANKID_CA: readableFile,
  BANKID_ISSUERS: readableFile,
};

type Settings = z.output<z.ZodObject<typeof ELECTRONIC_ID_SETTINGS>>;

/** Throws `setting_invalid` naming a setting that is missing. */
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
      };
  }
}

type NeededSetting = 'BANKID_P12' | 'BANKID_CA' | 'BANKID_ISSUERS';

function required(settings: Settings, name: NeededSetting): string {
  const value = settings[name];
  if (value === undefined)
    throw new StartError('setting_invalid', `${name}: needed if E_ID_PROVIDER is ${settings.E_ID_PROVIDER}`);
  return value;
}
