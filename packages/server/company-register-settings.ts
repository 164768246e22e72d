import { resolve } from 'node:path';
import { BOLAGSVERKET_API, BOLAGSVERKET_TOKEN_URL } from '@countersign/adapters/company-register';
import { z } from 'zod';
import { StartError } from './errors.ts';
import { providerUrl } from './provider-url.ts';
import { readableFile } from './readable-file.ts';

export type CompanyRegisterSettings =
  | {
      readonly register: 'bolagsverket';
      readonly api: string;
      readonly tokenUrl: string;
      readonly clientId: string;
      readonly clientSecret: string;
    }
  /** Absolute. */
  | { readonly register: 'file'; readonly path: string };

export const COMPANY_REGISTER_SETTINGS = {
  COMPANY_REGISTER: z.enum(['bolagsverket', 'file']).optional(),
  COMPANY_REGISTER_FILE: readableFile,
  BOLAGSVERKET_CLIENT_ID: z.string().optional(),
  BOLAGSVERKET_CLIENT_SECRET: z.string().optional(),
  BOLAGSVERKET_API: providerUrl.default(BOLAGSVERKET_API),
  BOLAGSVERKET_TOKEN_URL: providerUrl.default(BOLAGSVERKET_TOKEN_URL),
};

type Settings = z.output<z.ZodObject<typeof COMPANY_REGISTER_SETTINGS>>;

/** Throws `setting_invalid`. */
export function readCompanyRegisterSettings(settings: Settings): CompanyRegisterSettings | undefined {
  switch (settings.COMPANY_REGISTER) {
    case undefined:
      return undefined;
    case 'file':
      return { register: 'file', path: resolve(required(settings, 'COMPANY_REGISTER_FILE')) };
    case 'bolagsverket':
      return {
        register: 'bolagsverket',
        api: settings.BOLAGSVERKET_API.replace(/\/+$/, ''),
        tokenUrl: settings.BOLAGSVERKET_TOKEN_URL,
        clientId: required(settings, 'BOLAGSVERKET_CLIENT_ID'),
        clientSecret: required(settings, 'BOLAGSVERKET_CLIENT_SECRET'),
      };
  }
}

type NeededSetting = 'COMPANY_REGISTER_FILE' | 'BOLAGSVERKET_CLIENT_ID' | 'BOLAGSVERKET_CLIENT_SECRET';

function required(settings: Settings, name: NeededSetting): string {
  const value = settings[name];
  if (value === undefined)
    throw new StartError(
      'setting_invalid',
      `${name}: needed if COMPANY_REGISTER is ${settings.COMPANY_REGISTER}`,
    );
  return value;
}
