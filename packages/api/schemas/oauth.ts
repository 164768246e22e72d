import { isHostName } from '@countersign/base/text';
import { isEmailAddress } from '@countersign/forms/attributes';
import { SCOPES } from '@countersign/identity';
import {
  CLIENT_AUTH_METHODS,
  type Grant,
  MAX_CLIENT_NAME_LENGTH,
  MAX_URI_LENGTH,
  type OAuthClient,
  type RegisterClient,
  type RegisteredClient,
} from '@countersign/oauth';
import { line } from '@countersign/signing';
import { z } from 'zod';
import { timestamp, warnings } from './parts.ts';

const MAX_REDIRECT_URIS = 10;
const MAX_SCOPE_LENGTH = 1024;
const MAX_CONTACTS = 5;

const webPage = z.stringFormat('uri', isWebPage).max(MAX_URI_LENGTH).optional();

/** RFC 3986: ASCII. The parser alone would take spaces and hidden characters. */
function isWebPage(text: string): boolean {
  return /^https?:\/\/[\x21-\x7e]+$/i.test(text) && isHostName(URL.parse(text)?.hostname ?? '');
}

/** RFC 7591 2, with the limits of [4.2-32] to [4.2-51]. */
export const clientRegistration = z.object({
  client_name: line({ min: 1, max: MAX_CLIENT_NAME_LENGTH }),
  redirect_uris: z
    .array(z.string().min(1).max(MAX_URI_LENGTH))
    .min(1)
    .max(MAX_REDIRECT_URIS)
    .meta({ description: 'Absolute https addresses without fragments, compared exactly.' }),
  token_endpoint_auth_method: z
    .enum(CLIENT_AUTH_METHODS)
    .default('none')
    .meta({ description: 'none: a public client, which uses PKCE S256.' }),
  grant_types: z
    .array(z.enum(['authorization_code', 'refresh_token']))
    .min(1)
    .max(2)
    .default(['authorization_code'])
    .meta({ description: 'For information.' }),
  response_types: z
    .array(z.enum(['code']))
    .min(1)
    .max(1)
    .default(['code']),
  client_uri: webPage,
  logo_uri: webPage,
  tos_uri: webPage,
  policy_uri: webPage,
  scope: z.string().max(MAX_SCOPE_LENGTH).optional().meta({ description: 'For information.' }),
  contacts: z.array(z.stringFormat('idn-email', isEmailAddress)).max(MAX_CONTACTS).optional(),
});

/** The answer to a registration (RFC 7591 3.2.1). */
export const registeredClient = clientRegistration.extend({
  client_id: z.string(),
  token_endpoint_auth_method: z.enum(CLIENT_AUTH_METHODS),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  client_id_issued_at: z.int().meta({ description: 'Unix time.' }),
  client_secret: z.string().optional().meta({ description: 'Shown once; confidential clients only.' }),
  client_secret_expires_at: z.int().optional().meta({ description: '0: never.' }),
  warnings,
});

export function presentClient({
  clientId,
  clientName,
  redirectUris,
  authMethod,
  details,
  createdAt,
}: OAuthClient): z.output<typeof registeredClient> {
  const { grantTypes, responseTypes, clientUri, logoUri, tosUri, policyUri, scope, contacts } = details;
  return {
    client_id: clientId,
    client_name: clientName,
    redirect_uris: [...redirectUris],
    token_endpoint_auth_method: authMethod,
    grant_types: [...grantTypes],
    response_types: [...responseTypes],
    client_uri: clientUri,
    logo_uri: logoUri,
    tos_uri: tosUri,
    policy_uri: policyUri,
    scope,
    contacts: contacts && [...contacts],
    client_id_issued_at: Math.floor(createdAt.getTime() / 1000),
  };
}

export function presentRegistration({ client, secret }: RegisteredClient): z.output<typeof registeredClient> {
  const credentials = secret === null ? {} : { client_secret: secret, client_secret_expires_at: 0 };
  return { ...presentClient(client), ...credentials };
}

export function readRegistration(body: z.output<typeof clientRegistration>): RegisterClient {
  return {
    clientName: body.client_name,
    redirectUris: body.redirect_uris,
    authMethod: body.token_endpoint_auth_method,
    details: {
      grantTypes: body.grant_types,
      responseTypes: body.response_types,
      clientUri: body.client_uri,
      logoUri: body.logo_uri,
      tosUri: body.tos_uri,
      policyUri: body.policy_uri,
      scope: body.scope,
      contacts: body.contacts,
    },
  };
}

export const grant = z.object({
  grantId: z.string(),
  clientId: z.string(),
  clientName: z.string().meta({ description: 'As the program called itself when access was given.' }),
  scopes: z.array(z.enum(SCOPES)),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
  expiresAt: timestamp,
});

export function presentGrant(found: Grant): z.output<typeof grant> {
  const { grantId, clientId, clientName, scopes, createdAt, lastUsedAt, expiresAt } = found;
  return {
    grantId,
    clientId,
    clientName,
    scopes: [...scopes],
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
  };
}
