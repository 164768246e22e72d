import { sendEntryPage } from '../../answer/send-page.ts';
import { defineRoute } from '../../route.ts';

export const showResetPage = defineRoute({
  method: 'GET',
  path: '/reset',
  source: 'ours',
  scope: 'public',
  summary: 'The page that asks for a password reset',
  status: 200,
  hidden: true,
  schemas: {},
  errors: [],
  handler: async (input) => sendEntryPage(input),
});
