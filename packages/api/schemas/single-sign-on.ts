import { type ConnectionView, recordOf, type SignOnDomain } from '@countersign/identity';
import { z } from 'zod';
import type { ApiSettings } from '../deps.ts';
import { timestamp } from './parts.ts';

export const signOnDomain = z.object({
  domain: z.string(),
  record: z
    .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
    .meta({ description: 'The DNS record that proves that the account holds the domain.' }),
  verifiedAt: timestamp.nullable().meta({ description: 'Null: the domain does not count yet.' }),
});

export function presentDomain(found: SignOnDomain): z.input<typeof signOnDomain> {
  const { domain, verifiedAt } = found;
  return {
    domain,
    record: { type: 'TXT', ...recordOf(found) },
    verifiedAt: verifiedAt?.toISOString() ?? null,
  };
}

export const singleSignOn = z.object({
  connection: z
    .object({
      issuer: z.string(),
      clientId: z.string(),
      name: z.string(),
      isRequired: z.boolean(),
      roleClaim: z.string().nullable(),
      adminValues: z.array(z.string()).readonly(),
      createdAt: timestamp,
    })
    .nullable()
    .meta({ description: 'Null: single sign-on is not set up.' }),
  domains: z.array(signOnDomain),
  scim: z.object({
    url: z.string().meta({ description: 'The address of the service for a directory.' }),
    tokenCreatedAt: timestamp.nullable().meta({ description: 'Null: there is no token.' }),
  }),
  redirectUrls: z.array(z.string()).meta({ description: 'They are registered at the provider.' }),
  signOutUrls: z.array(z.string()).meta({ description: 'The provider leads there after signing out.' }),
});

export const SIGN_ON_CALLBACK = '/sign-in/callback';

/**
 * Returns where a provider leads the browser back. Each account has an address of its own, so that an answer of one
 * provider is never taken for that of another (RFC 9700 4.4). Null is the operator's provider.
 */
export function callbackOf(site: string, accountId: string | null): string {
  return `${site}${SIGN_ON_CALLBACK}${accountId === null ? '' : `/${accountId}`}`;
}

/** AUTH_URL may be another address at which people sign in. */
export function presentSingleSignOn(
  accountId: string,
  { connection, domains }: ConnectionView,
  { baseUrl, authUrl }: Pick<ApiSettings, 'baseUrl' | 'authUrl'>,
): z.input<typeof singleSignOn> {
  const sites = [...new Set([baseUrl, authUrl])];
  return {
    connection: connection && {
      issuer: connection.issuer,
      clientId: connection.clientId,
      name: connection.name,
      isRequired: connection.isRequired,
      roleClaim: connection.roleClaim,
      adminValues: connection.adminValues,
      createdAt: connection.createdAt.toISOString(),
    },
    domains: domains.map(presentDomain),
    scim: {
      url: `${baseUrl}/scim/v2`,
      tokenCreatedAt: connection?.scimTokenCreatedAt?.toISOString() ?? null,
    },
    redirectUrls: sites.map((site) => callbackOf(site, accountId)),
    signOutUrls: sites.map((site) => `${site}/sign-in`),
  };
}
