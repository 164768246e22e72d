import { z } from 'zod';
import { providerApi } from './provider-url.ts';
import { requireSetting } from './required-setting.ts';

const PHONE_NUMBER = /^\+[1-9]\d{6,14}$/;
/** Or a messaging service of Twilio. */
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
  /** Content SIDs by `kind.language`, else by `kind`. */
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

/** `invitation=HX..., code.sv=HX...` */
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
