import { LANGUAGES } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';

export const revokeToken = defineRoute({
  method: 'POST',
  path: '/oauth/revoke',
  alsoAt: ['/v1/oauth/revoke'],
  source: 'specification',
  scope: 'public',
  summary: 'End a token; a refresh token ends with everything that came from the same consent',
  status: 200,
  errorShape: 'oauth',
  schemas: {
    fields: z.object({
      token: z.string(),
      token_type_hint: z.string().optional().meta({ description: 'access_token or refresh_token.' }),
      client_id: z.string().optional().meta({ description: 'Of public clients only.' }),
      error_language: z.enum(LANGUAGES).optional(),
    }),
  },
  errors: ['client_unavailable', 'invalid_client', 'invalid_grant', 'unsupported_token_type'],
  async handler({ deps, request, reply }) {
    await deps.authorizationServer.revokeToken({
      form: request.form ?? new URLSearchParams(),
      authorization: request.headers.authorization,
    });
    return reply.send();
  },
});
