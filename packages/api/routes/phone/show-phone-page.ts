import { sendPage } from '../../answer/security-headers.ts';
import { choosePageLanguage } from '../../request/choose-language.ts';
import { defineRoute } from '../../route.ts';

/** The code follows the #: logs and mail scanners do not see it, and opening the address does not use it. */
export const showPhonePage = defineRoute({
  method: 'GET',
  path: '/phone',
  source: 'ours',
  scope: 'public',
  summary: 'The page of a phone that goes on with a check',
  status: 200,
  hidden: true,
  schemas: {},
  errors: [],
  async handler({ deps, request, reply }) {
    return sendPage(reply, deps.web.renderPhonePage(choosePageLanguage(request)));
  },
});
