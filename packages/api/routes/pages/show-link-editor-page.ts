import { z } from 'zod';
import { sendApplicationPage } from '../../answer/send-page.ts';
import { defineRoute } from '../../route.ts';

export const showLinkEditorPage = defineRoute({
  method: 'GET',
  path: '/links/:item/edit',
  source: 'ours',
  scope: 'public',
  summary: 'The page that changes a public link',
  status: 200,
  hidden: true,
  schemas: { params: z.object({ item: z.string() }) },
  errors: [],
  handler: async (input) => sendApplicationPage(input),
});
