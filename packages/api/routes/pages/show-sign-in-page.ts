import { sendEntryPage } from '../../answer/send-page.ts';
import { defineRoute } from '../../route.ts';

/** `next` in the query is read by the script, which follows only paths of this service. */
export const showSignInPage = defineRoute({
  method: 'GET',
  path: '/sign-in',
  source: 'ours',
  scope: 'public',
  summary: 'The page for signing in',
  status: 200,
  hidden: true,
  schemas: {},
  errors: [],
  handler: async (input) => sendEntryPage(input),
});
