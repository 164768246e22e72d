import { MAX_NAME_LENGTH } from '@countersign/identity';
import { z } from 'zod';
import { forbidCaching } from '../../answer/security-headers.ts';
import { readBrowser } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';
import { apiKey, presentApiKey } from '../../schemas/account.ts';
import { errorLanguage } from '../../schemas/text.ts';
import { warnings } from '../../schemas/warning.ts';

export const createApiKey = defineRoute({
  method: 'POST',
  path: '/v1/account/api-keys',
  source: 'ours',
  scope: 'write',
  summary: 'Make an API key, as an owner or admin; the key is shown once',
  status: 201,
  schemas: {
    body: z.object({
      name: z.string().min(1).meta({ maxLength: MAX_NAME_LENGTH }),
      currentPassword: z
        .string()
        .optional()
        .meta({ description: 'Of the user; required in a browser, where it is asked for as for passkeys.' }),
      errorLanguage,
    }),
    answer: apiKey.extend({ apiKey: z.string(), warnings }),
  },
  errors: ['role_missing', 'api_key_required', 'too_many_api_keys', 'password_wrong', 'too_many_attempts'],
  async handler({ deps, caller, body: { name, currentPassword }, request, reply }) {
    forbidCaching(reply);
    const browser = readBrowser(request, deps.settings.baseUrl);
    const created = await deps.identity.apiKeys.create(caller, { name, currentPassword }, browser);
    return { ...presentApiKey(created.apiKey), apiKey: created.secret };
  },
});
