import { z } from 'zod';
import { sendPage } from '../../answer/security-headers.ts';
import { chooseAcceptedLanguage } from '../../request/choose-language.ts';
import { defineRoute } from '../../route.ts';

/** The shell only: opening a document is recorded when the page asks for its session, not when a mail scanner looks. */
export const showSigningPage = defineRoute({
  method: 'GET',
  path: '/sign/:token',
  source: 'ours',
  scope: 'public',
  summary: 'The page a signee signs on',
  status: 200,
  hidden: true,
  schemas: { params: z.object({ token: z.string() }) },
  errors: [],
  async handler({ deps, request, reply }) {
    const language = chooseAcceptedLanguage(request.headers['accept-language']) ?? 'en';
    return sendPage(reply, deps.web.renderSigningPage(language));
  },
});
