import { z } from 'zod';
import { sendApplicationPage } from '../../answer/send-page.ts';
import { defineRoute } from '../../route.ts';

/** The sections of packages/web/pages/app/sections.ts. */
export const showApplicationPage = defineRoute({
  method: 'GET',
  path: '/:section(^(?:documents|drafts|templates|links|settings|new)$)',
  source: 'ours',
  scope: 'public',
  summary: 'The pages of people who send documents',
  status: 200,
  hidden: true,
  schemas: { params: z.object({ section: z.string() }) },
  errors: [],
  handler: async (input) => sendApplicationPage(input),
});
