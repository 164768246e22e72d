import { OAuthError } from '@countersign/oauth';
import { z } from 'zod';
import { forbidCaching } from '../../answer/security-headers.ts';
import { ApiError } from '../../errors/api-error.ts';
import { defineRoute } from '../../route.ts';
import { errorLanguage } from '../../schemas/text.ts';
import { warnings } from '../../schemas/warning.ts';

/** There are two scopes; longer texts repeat them. */
const MAX_SCOPES = 10;

/** `scopes` is the older name, a fallback for `scope` [5-10]. */
const scopes = z.union([z.string(), z.array(z.string()).max(MAX_SCOPES)]);

export const createToken = defineRoute({
  method: 'POST',
  path: '/v1/auth/token',
  source: 'specification',
  scope: 'public',
  summary: 'Exchange an API key for a bearer token that lasts an hour',
  status: 200,
  errorShape: 'oauth',
  schemas: {
    body: z.object({
      apiKey: z.string().min(1),
      scope: z.string().optional(),
      scopes: scopes.optional().meta({ deprecated: true }),
      errorLanguage,
    }),
    answer: z.object({
      access_token: z.string(),
      token_type: z.literal('Bearer'),
      expires_in: z.int().meta({ description: 'Seconds.' }),
      scope: z.string(),
      warnings,
    }),
  },
  errors: ['api_key_invalid', 'invalid_scope'],
  async handler({ deps, body, reply }) {
    forbidCaching(reply);
    try {
      return await deps.tokens.exchangeApiKey(body.apiKey, body.scope ?? joinScopes(body.scopes));
    } catch (error) {
      if (!(error instanceof OAuthError) || error.code !== 'invalid_client') throw error;
      throw new ApiError('api_key_invalid', {}, { cause: error });
    }
  },
});

function joinScopes(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(' ') : value;
}
