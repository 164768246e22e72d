import { z } from 'zod';
import { sendApplicationPage, sendEntryPage } from '../../answer/send-page.ts';
import { defineRoute } from '../../route.ts';

/** Followed by the token of a mail or the id of an authorization request. */
const ENTRY_PAGES: ReadonlySet<string> = new Set(['reset', 'invitations', 'consent']);

/** One route, because the router takes one such pattern. */
export const showItemPage = defineRoute({
  method: 'GET',
  path: '/:section(^(?:documents|drafts|templates|links|settings|reset|invitations|consent)$)/:item',
  source: 'ours',
  scope: 'public',
  summary:
    'The pages of one document, draft, template, link, group of settings, reset, invitation or consent',
  status: 200,
  hidden: true,
  schemas: { params: z.object({ section: z.string(), item: z.string() }) },
  errors: [],
  handler: async (input) =>
    ENTRY_PAGES.has(input.params.section) ? sendEntryPage(input) : sendApplicationPage(input),
});
