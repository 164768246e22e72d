import { BOLAGSVERKET_API, BOLAGSVERKET_TOKEN_URL } from '@countersign/adapters/company-register';
import { z } from 'zod';
import { providerApi, providerUrl } from './provider-url.ts';
import { readableFile } from './readable-file.ts';
import { requireSetting } from './required-setting.ts';

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
  BOLAGSVERKET_API: providerApi.default(BOLAGSVERKET_API),
  BOLAGSVERKET_TOKEN_URL: providerUrl.default(BOLAGSVERKET_TOKEN_URL),
};

type Settings = z.output<z.ZodObject<typeof COMPANY_REGISTER_SETTINGS>>;

/** Throws `setting_invalid`. */
export function readCompanyRegisterSettings(settings: Settings): CompanyRegisterSettings | undefined {
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
