import { z } from 'zod';
import { sendPage } from '../../answer/security-headers.ts';
import { choosePageLanguage } from '../../request/choose-language.ts';
import { defineRoute } from '../../route.ts';

/** Mail scanners open links: the opening is recorded when the page requests its session. */
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
    const { embeddingOrigins } = deps.settings;
    const html = deps.web.renderSigningPage(choosePageLanguage(request), embeddingOrigins);
    return sendPage(reply, html, { policy: 'document', embeddingOrigins });
  },
});
