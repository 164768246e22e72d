import { sendEntryPage } from '../../answer/send-page.ts';
import { defineRoute } from '../../route.ts';

/** The script reads `next` in the query, and follows only paths of this service. */
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
