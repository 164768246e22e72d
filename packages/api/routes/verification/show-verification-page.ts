import { sendPage } from '../../answer/security-headers.ts';
import { choosePageLanguage } from '../../request/choose-language.ts';
import { defineRoute } from '../../route.ts';

export const showVerificationPage = defineRoute({
  method: 'GET',
  path: '/verify',
  source: 'ours',
  scope: 'public',
  summary: 'The page where anybody checks a PDF',
  status: 200,
  hidden: true,
  schemas: {},
  errors: [],
  async handler({ deps, request, reply }) {
    return sendPage(reply, deps.web.renderVerificationPage(choosePageLanguage(request)));
  },
});
