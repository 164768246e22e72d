import { LANGUAGES, SCOPES } from '@countersign/identity';
import { CLIENT_AUTH_METHODS } from '../ports.ts';
import type { AuthorizationServerSettings } from './deps.ts';

/** RFC 8414 2, with RFC 9207 and client metadata documents. */
export function describeAuthorizationServer({ authUrl, baseUrl }: AuthorizationServerSettings) {
  return {
    issuer: authUrl,
    authorization_endpoint: `${authUrl}/oauth`,
    token_endpoint: `${baseUrl}/oauth/token`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    scopes_supported: [...SCOPES],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: [...CLIENT_AUTH_METHODS],
    revocation_endpoint_auth_methods_supported: [...CLIENT_AUTH_METHODS],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    ui_locales_supported: [...LANGUAGES],
  };
}

/** RFC 9728 2. `resource`: what the document is for. */
export function describeProtectedResource({ authUrl }: AuthorizationServerSettings, resource: string) {
  return {
    resource,
    authorization_servers: [authUrl],
    scopes_supported: [...SCOPES],
    bearer_methods_supported: ['header'],
    resource_name: 'Countersign',
  };
}
