import { sendEntryPage } from '../../answer/send-page.ts';
import { defineRoute } from '../../route.ts';

export const showHomePage = defineRoute({
  method: 'GET',
  path: '/',
  source: 'ours',
  scope: 'public',
  summary: 'What this service is, and where to sign in',
  status: 200,
  hidden: true,
  schemas: {},
  errors: [],
  handler: async (input) => sendEntryPage(input),
});
