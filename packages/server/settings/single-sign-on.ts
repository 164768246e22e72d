import type { ServiceSignOn } from '@countersign/identity';
import { z } from 'zod';
import { providerUrl } from './providers.ts';
import { onOff, requireSetting, StartError } from './values.ts';

export const SINGLE_SIGN_ON_SETTINGS = {
  SSO_ISSUER: providerUrl.optional(),
  SSO_CLIENT_ID: z.string().optional(),
  SSO_CLIENT_SECRET: z.string().optional(),
  SSO_NAME: z.string().min(1).max(50).optional(),
  SSO_DOMAINS: z.string().default('').transform(parseDomains),
  SSO_REQUIRED: onOff.default(false),
  SSO_ROLE_CLAIM: z.string().min(1).optional(),
  SSO_ADMIN_VALUES: z.string().default('').transform(parseList),
  SSO_ACCOUNT_ID: z.uuid().optional(),
};

type Settings = z.output<z.ZodObject<typeof SINGLE_SIGN_ON_SETTINGS>>;

/** Returns undefined if the service has no provider of its own. Throws `setting_invalid`. */
export function readSingleSignOn(settings: Settings): ServiceSignOn | undefined {
  const { SSO_ISSUER: issuer, SSO_ADMIN_VALUES: adminValues, SSO_ROLE_CLAIM: roleClaim = null } = settings;
  if (issuer === undefined) return refuseAlone(settings);
  if (adminValues.length > 0 && roleClaim === null)
    throw new StartError('setting_invalid', 'SSO_ROLE_CLAIM: required with SSO_ADMIN_VALUES');
  return {
    issuer,
    isOfOperator: true,
    clientId: requireSetting(settings, 'SSO_CLIENT_ID', 'with SSO_ISSUER'),
    clientSecret: requireSetting(settings, 'SSO_CLIENT_SECRET', 'with SSO_ISSUER'),
    name: requireSetting(settings, 'SSO_NAME', 'with SSO_ISSUER'),
    domains: settings.SSO_DOMAINS,
    isRequired: settings.SSO_REQUIRED,
    roleClaim,
    adminValues,
    accountId: settings.SSO_ACCOUNT_ID ?? null,
  };
}

/** A requirement without a provider would be dropped silently. */
function refuseAlone({ SSO_REQUIRED, SSO_CLIENT_ID }: Settings): undefined {
  if (!SSO_REQUIRED && SSO_CLIENT_ID === undefined) return undefined;
  const reason = SSO_REQUIRED ? 'SSO_REQUIRED' : 'SSO_CLIENT_ID';
  throw new StartError('setting_invalid', `SSO_ISSUER: required with ${reason}`);
}

function parseList(text: string): readonly string[] {
  return text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** Internationalized names are written in ASCII, as in addresses of mails. */
function parseDomains(text: string, context: z.RefinementCtx): readonly string[] {
  const domains = parseList(text.toLowerCase().replaceAll(/\s+/g, ','));
  const wrong = domains.find((domain) => !/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain));
  if (wrong !== undefined)
    context.addIssue({ code: 'custom', message: `"${wrong}" is not a domain such as example.com` });
  return domains;
}
