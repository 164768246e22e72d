import { findLineFault, NAME_LENGTH } from '@countersign/base/text';
import { DEFAULT_TIME_ZONE, isTimeZone } from '@countersign/base/time';
import { isEmailAddress } from '@countersign/forms/attributes';
import {
  API_KEY_LENGTH,
  CAPABILITIES,
  type Capability,
  checkPassword,
  PASSWORD_LENGTH,
} from '@countersign/identity';
import { z } from 'zod';
import { StartError } from './values.ts';

const MIN_PRODUCTION_API_KEY_LENGTH = 24;

const visibleName = z.string().refine((name) => findLineFault(name, NAME_LENGTH) === undefined, {
  message: `expected 1 to ${NAME_LENGTH.max} visible characters`,
});

export const FIRST_ACCOUNT_SETTINGS = {
  BOOTSTRAP_EMAIL: z
    .string()
    .refine(isEmailAddress, 'expected an email address')
    .default('admin@example.com'),
  BOOTSTRAP_ACCOUNT_NAME: visibleName.optional(),
  BOOTSTRAP_FULL_NAME: visibleName.optional(),
  BOOTSTRAP_PASSWORD: z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max).optional(),
  BOOTSTRAP_API_KEY: z.string().startsWith('sk_').min(API_KEY_LENGTH.min).max(API_KEY_LENGTH.max).optional(),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'not a time zone such as Europe/Stockholm')
    .default(DEFAULT_TIME_ZONE),
  CAPABILITIES: z.string().default('all').transform(parseCapabilities),
};

export interface FirstAccountSettings {
  /** Undefined means that the name is derived from the address. */
  readonly accountName: string | undefined;
  /** Undefined means that the name is derived from the address. */
  readonly fullName: string | undefined;
  readonly emailAddress: string;
  readonly password: string | undefined;
  readonly apiKey: string | undefined;
  readonly capabilities: readonly Capability[];
  readonly timeZone: string;
}

export function readFirstAccount(
  settings: z.output<z.ZodObject<typeof FIRST_ACCOUNT_SETTINGS>>,
): FirstAccountSettings {
  return {
    accountName: settings.BOOTSTRAP_ACCOUNT_NAME,
    fullName: settings.BOOTSTRAP_FULL_NAME,
    emailAddress: settings.BOOTSTRAP_EMAIL,
    password: settings.BOOTSTRAP_PASSWORD,
    apiKey: settings.BOOTSTRAP_API_KEY,
    timeZone: settings.TIME_ZONE,
    capabilities: settings.CAPABILITIES,
  };
}

/** The first password follows the rules of every password. */
export function checkFirstAccount({ password, emailAddress }: FirstAccountSettings): void {
  if (password === undefined || checkPassword('', password, emailAddress).length === 0) return;
  throw new StartError('setting_invalid', 'BOOTSTRAP_PASSWORD: too easy to guess; use several words');
}

export function checkProductionKey({ apiKey }: FirstAccountSettings): void {
  if (apiKey === undefined || apiKey.length >= MIN_PRODUCTION_API_KEY_LENGTH) return;
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
