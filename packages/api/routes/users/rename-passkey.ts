import { MAX_NAME_LENGTH } from '@countersign/identity';
import { z } from 'zod';
import { readBrowser } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';
import { passkey, presentPasskey } from '../../schemas/passkey.ts';
import { errorLanguage, uuid } from '../../schemas/text.ts';
import { warnings } from '../../schemas/warning.ts';

export const renamePasskey = defineRoute({
  method: 'PATCH',
  path: '/v1/users/me/passkeys/:passkeyId',
  source: 'ours',
  scope: 'session',
  summary: 'Rename a passkey',
  status: 200,
  hidden: true,
  schemas: {
    params: z.object({ passkeyId: uuid }),
    body: z.object({ name: z.string().min(1).meta({ maxLength: MAX_NAME_LENGTH }), errorLanguage }),
    answer: passkey.extend({ warnings }),
  },
  errors: ['passkey_not_found'],
  async handler({ deps, caller, params: { passkeyId }, body: { name }, request }) {
    const browser = readBrowser(request, deps.settings.baseUrl);
    return presentPasskey(await deps.identity.passkeys.rename(caller, { passkeyId, name }, browser));
  },
});
