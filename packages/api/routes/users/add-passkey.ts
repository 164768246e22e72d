import { MAX_NAME_LENGTH } from '@countersign/identity';
import { z } from 'zod';
import { readBrowser } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';
import { newCredential, passkey, presentPasskey } from '../../schemas/passkey.ts';
import { errorLanguage } from '../../schemas/text.ts';
import { warnings } from '../../schemas/warning.ts';

export const addPasskey = defineRoute({
  method: 'POST',
  path: '/v1/users/me/passkeys',
  source: 'ours',
  scope: 'session',
  summary: 'Add a passkey',
  status: 201,
  hidden: true,
  schemas: {
    body: z.object({
      name: z.string().min(1).meta({ maxLength: MAX_NAME_LENGTH }),
      credential: newCredential,
      errorLanguage,
    }),
    answer: passkey.extend({ warnings }),
  },
  errors: ['passkey_refused', 'too_many_passkeys'],
  async handler({ deps, caller, body: { name, credential }, request }) {
    const browser = readBrowser(request, deps.settings.baseUrl);
    const added = { name, response: credential };
    return presentPasskey(await deps.identity.passkeys.add(caller, added, browser));
  },
});
