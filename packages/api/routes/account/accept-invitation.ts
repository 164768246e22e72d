import { MAX_NAME_LENGTH } from '@countersign/identity';
import { z } from 'zod';
import { isFromOwnPage, readBrowser, setSessionCookie } from '../../request/browser.ts';
import { defineRoute } from '../../route.ts';
import { presentUser, user } from '../../schemas/account.ts';
import { errorLanguage } from '../../schemas/text.ts';
import { warnings } from '../../schemas/warning.ts';

export const acceptInvitation = defineRoute({
  method: 'POST',
  path: '/v1/account/invitations/:token',
  source: 'ours',
  scope: 'public',
  summary: 'Accept an invitation with the token of its link; a page is signed in',
  status: 200,
  schemas: {
    params: z.object({ token: z.string() }),
    body: z.object({
      fullName: z.string().min(1).meta({ maxLength: MAX_NAME_LENGTH }),
      password: z.string().min(1),
      errorLanguage,
    }),
    answer: user.extend({ warnings }),
  },
  errors: ['invitation_not_found', 'invitation_expired', 'password_wrong', 'too_many_attempts'],
  async handler({ deps, params: { token }, body: { fullName, password }, request, reply }) {
    const { baseUrl } = deps.settings;
    const browser = readBrowser(request, baseUrl);
    const options = { signsIn: isFromOwnPage(request) };
    const accepted = await deps.identity.users.acceptInvitation(
      { token, fullName, password },
      browser,
      options,
    );
    if (accepted.session !== null) setSessionCookie(reply, accepted.session.id, baseUrl);
    return presentUser(accepted.user);
  },
});
