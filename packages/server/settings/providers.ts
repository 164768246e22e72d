import { isLoopbackHost } from '@countersign/adapters/safe-fetch/safe-fetch';
import type { StripeOptions } from '@countersign/adapters/stripe';
import type { ClamdAddress } from '@countersign/adapters/virus-scan';
import { z } from 'zod';
import { requireSetting } from './values.ts';

export function isHttpsOrLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

/** Paths are appended to these addresses. */
export function withoutTrailingSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

/** Secrets and personal data are sent to providers, so the address has https, or http on this machine. */
export const providerUrl = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((url) => isHttpsOrLoopback(new URL(url)), { message: 'must begin with https://' });

export const providerApi = providerUrl.transform(withoutTrailingSlash);

export const PAYMENT_SETTINGS = {
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API: providerApi.optional(),
};

/** Throws `setting_invalid` without the secret of its events. */
export function readStripe(
  settings: z.output<z.ZodObject<typeof PAYMENT_SETTINGS>>,
): StripeOptions | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API: api } = settings;
  if (secretKey === undefined) return undefined;
  const webhookSecret = requireSetting(settings, 'STRIPE_WEBHOOK_SECRET', 'with STRIPE_SECRET_KEY');
  return { secretKey, webhookSecret, api };
}

const PHONE_NUMBER = /^\+[1-9]\d{6,14}$/;
/** The sender is a number, a name or a messaging service of Twilio. */
const SMS_SENDER = /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/;
const CONTENT_SID = /^HX[0-9a-f]{32}$/i;

export const PHONE_SETTINGS = {
  SMS_PROVIDER: z.enum(['twilio', '46elks']).optional(),
  SMS_FROM: z.string().regex(SMS_SENDER, 'not a number with +, a name, or a messaging service').optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/i, 'not an account SID')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_API: providerApi.optional(),
  WHATSAPP_FROM: z.string().regex(PHONE_NUMBER, 'not a number with +').optional(),
  WHATSAPP_TEMPLATES: z.string().default('').transform(parseTemplates),
  ELKS_USERNAME: z.string().optional(),
  ELKS_PASSWORD: z.string().optional(),
  ELKS_API: providerApi.optional(),
};

type Settings = z.output<z.ZodObject<typeof PHONE_SETTINGS>>;

interface TwilioAccount {
  readonly accountSid: string;
  readonly authToken: string;
  readonly api: string | undefined;
}

export type SmsSettings = { readonly from: string } & (
  | { readonly provider: 'twilio'; readonly account: TwilioAccount }
  | {
      readonly provider: '46elks';
      readonly username: string;
      readonly password: string;
      readonly api: string | undefined;
    }
);

export interface WhatsappSettings {
  readonly account: TwilioAccount;
  readonly from: string;
  /** The keys are `kind.language`, or `kind` for all other languages. The values are content SIDs. */
  readonly templates: Readonly<Record<string, string>>;
}

/** Throws `setting_invalid`. */
export function readPhoneSettings(settings: Settings): {
  readonly sms: SmsSettings | undefined;
  readonly whatsapp: WhatsappSettings | undefined;
} {
  return { sms: readSms(settings), whatsapp: readWhatsapp(settings) };
}

function readSms(settings: Settings): SmsSettings | undefined {
  const { SMS_PROVIDER: provider } = settings;
  if (provider === undefined) return undefined;
  const from = requireSetting(settings, 'SMS_FROM', 'with SMS_PROVIDER');
  if (provider === 'twilio') return { provider, from, account: readAccount(settings, 'with SMS_PROVIDER') };
  const username = requireSetting(settings, 'ELKS_USERNAME', 'with SMS_PROVIDER');
  const password = requireSetting(settings, 'ELKS_PASSWORD', 'with SMS_PROVIDER');
  return { provider, from, username, password, api: settings.ELKS_API };
}

function readWhatsapp(settings: Settings): WhatsappSettings | undefined {
  const { WHATSAPP_FROM: from, WHATSAPP_TEMPLATES: templates } = settings;
  if (from === undefined) return undefined;
  return { from, templates, account: readAccount(settings, 'with WHATSAPP_FROM') };
}

function readAccount(settings: Settings, reason: string): TwilioAccount {
  return {
    accountSid: requireSetting(settings, 'TWILIO_ACCOUNT_SID', reason),
    authToken: requireSetting(settings, 'TWILIO_AUTH_TOKEN', reason),
    api: settings.TWILIO_API,
  };
}

/** Parses `invitation=HX..., code.sv=HX...`. */
function parseTemplates(text: string, context: z.RefinementCtx): Readonly<Record<string, string>> {
  const entries = text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map((entry) => entry.split('=', 2) as [string, string?]);
  const wrong = entries.find(
    ([name, sid]) => !/^[a-z_]+(\.[a-z]{2})?$/.test(name) || !CONTENT_SID.test(sid ?? ''),
  );
  if (wrong !== undefined)
    context.addIssue({ code: 'custom', message: `expected kind=HX..., found "${wrong[0]}"` });
  return Object.fromEntries(entries) as Record<string, string>;
}

export const VIRUS_SCAN_SETTINGS = {
  CLAMD_ADDRESS: z.string().transform(parseClamdAddress).optional(),
};

/** Parses `host:port`, or the path of a Unix socket. */
function parseClamdAddress(text: string, context: z.RefinementCtx): ClamdAddress {
  if (text.startsWith('/')) return { path: text };
  const { hostname = '', port = '' } = URL.parse(`tcp://${text}`) ?? {};
  if (hostname === '' || port === '')
    context.addIssue({ code: 'custom', message: 'expected host:port or the path of a socket' });
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
}

export type AssistantSettings =
  | { readonly provider: 'built-in' }
  | {
      readonly provider: 'openai';
      readonly url: string;
      readonly model: string;
      readonly key: string | undefined;
    };

export const ASSISTANT_SETTINGS = {
  ASSISTANT: z.enum(['built-in', 'openai', 'none']).optional(),
  ASSISTANT_URL: providerApi.optional(),
  ASSISTANT_MODEL: z.string().optional(),
  ASSISTANT_KEY: z.string().optional(),
};

/** Returns undefined if there is no assistant [D11-01]. Throws `setting_invalid`. */
export function readAssistantSettings(
  settings: z.output<z.ZodObject<typeof ASSISTANT_SETTINGS>>,
  isProduction: boolean,
): AssistantSettings | undefined {
  const provider = settings.ASSISTANT ?? (isProduction ? 'none' : 'built-in');
  if (provider === 'none') return undefined;
  if (provider === 'built-in') return { provider };
  const reason = 'if ASSISTANT is openai';
  return {
    provider,
    url: requireSetting(settings, 'ASSISTANT_URL', reason),
    model: requireSetting(settings, 'ASSISTANT_MODEL', reason),
    key: settings.ASSISTANT_KEY,
  };
}
