import { z } from 'zod';
import { readBrowser } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

export const removePasskey = defineRoute({
  method: 'DELETE',
  path: '/v1/users/me/passkeys/:passkeyId',
  source: 'ours',
  scope: 'session',
  summary: 'Delete a passkey',
  status: 204,
  hidden: true,
  schemas: { params: z.object({ passkeyId: uuid }) },
  errors: ['passkey_not_found'],
  async handler({ deps, caller, params: { passkeyId }, request, reply }) {
    await deps.identity.passkeys.remove(caller, passkeyId, readBrowser(request, deps.settings.baseUrl));
    return reply.send();
  },
});
