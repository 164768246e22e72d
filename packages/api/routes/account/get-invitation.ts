import { LANGUAGES } from '@countersign/identity';
import { z } from 'zod';
import { readBrowser } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';

export const invitation = z.object({
  emailAddress: z.string(),
  fullName: z.string().meta({ description: 'As the invitation has it; may be empty.' }),
  language: z.enum(LANGUAGES),
  accountName: z.string(),
  hasPassword: z.boolean().meta({ description: 'Accepting asks for the password in use.' }),
});

export const getInvitation = defineRoute({
  method: 'GET',
  path: '/v1/account/invitations/:token',
  source: 'ours',
  scope: 'public',
  summary: 'Read an invitation with the token of its link',
  status: 200,
  schemas: {
    params: z.object({ token: z.string() }),
    answer: invitation,
  },
  errors: ['invitation_not_found', 'invitation_expired', 'too_many_attempts'],
  async handler({ deps, params: { token }, request }) {
    const { user, account, hasPassword } = await deps.identity.users.getInvitation(
      token,
      readBrowser(request, deps.settings.baseUrl),
    );
    const { emailAddress, fullName, language } = user;
    return { emailAddress, fullName, language, accountName: account.name, hasPassword };
  },
});
