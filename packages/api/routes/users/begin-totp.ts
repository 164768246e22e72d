import { z } from 'zod';
import { readBrowser } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';
import { currentPasswordBody } from '../../schemas/session.ts';
import { warnings } from '../../schemas/warning.ts';

export const beginTotp = defineRoute({
  method: 'POST',
  path: '/v1/users/me/totp',
  source: 'ours',
  scope: 'session',
  summary: 'Make a secret for your authenticator app; the first code turns it on',
  status: 201,
  hidden: true,
  schemas: {
    body: currentPasswordBody,
    answer: z.object({
      secret: z.string().meta({ description: 'Base32, to be typed.' }),
      uri: z.string().meta({ description: 'For the QR code.' }),
      warnings,
    }),
  },
  errors: ['password_wrong', 'too_many_attempts', 'totp_enabled'],
  handler: ({ deps, caller, body: { currentPassword }, request }) =>
    deps.identity.totp.begin(caller, currentPassword, readBrowser(request, deps.settings.baseUrl)),
});
