import { LANGUAGES } from '@countersign/signing';
import { z } from 'zod';
import { forbidCaching } from '../../answer/security-headers.ts';
import { defineRoute } from '../../route.ts';

export const issueToken = defineRoute({
  method: 'POST',
  path: '/oauth/token',
  alsoAt: ['/v1/oauth/token'],
  source: 'specification',
  scope: 'public',
  summary: 'Exchange an authorization code or a refresh token for tokens',
  status: 200,
  errorShape: 'oauth',
  schemas: {
    fields: z.object({
      grant_type: z.enum(['authorization_code', 'refresh_token']),
      code: z.string().optional(),
      redirect_uri: z.string().optional(),
      refresh_token: z.string().optional(),
      client_id: z.string().optional().meta({ description: 'Of public clients only.' }),
      code_verifier: z.string().optional(),
      scope: z.string().optional().meta({ description: 'Without it, all that the user consented to.' }),
      error_language: z.enum(LANGUAGES).optional(),
    }),
    answer: z.object({
      access_token: z.string(),
      token_type: z.literal('Bearer'),
      expires_in: z.int().meta({ description: 'Seconds.' }),
      refresh_token: z.string(),
      scope: z.string(),
    }),
  },
  errors: [
    'client_unavailable',
    'invalid_client',
    'invalid_grant',
    'invalid_scope',
    'invalid_target',
    'redirect_uri_mismatch',
    'unsupported_grant_type',
  ],
  async handler({ deps, request, reply }) {
    forbidCaching(reply);
    return deps.authorizationServer.requestToken({
      form: request.form ?? new URLSearchParams(),
      authorization: request.headers.authorization,
    });
  },
});
