import { z } from 'zod';
import { ApiError } from '../errors/error-table.ts';
import { chooseErrorLanguage, choosePageLanguage } from '../request/client.ts';
import { readClientNetwork } from '../request/client-address.ts';
import { receiveUpload } from '../request/receive-upload.ts';
import { defineRoute } from '../route.ts';
import {
  fileVerification,
  presentFileVerification,
  VERIFICATION_ERRORS,
} from '../schemas/file-verification.ts';
import { uploadForm } from '../schemas/parts.ts';
import { sendApplicationPage, sendEntryPage, sendPage } from '../send-page.ts';

/** The sections of packages/web/pages/app/sections.ts. */
const showApplicationPage = defineRoute({
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

const showHomePage = defineRoute({
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

/** Followed by the token of a mail or the id of an authorization request. */
const ENTRY_PAGES: ReadonlySet<string> = new Set(['reset', 'invitations', 'consent']);

/** All pages of items share a route, because the router takes one such pattern. */
const showItemPage = defineRoute({
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

const showLinkEditorPage = defineRoute({
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

/** Another logo has another address. */
const showLogo = defineRoute({
  method: 'GET',
  path: '/logos/:logoId',
  source: 'ours',
  scope: 'public',
  summary: 'Show the logo of an account',
  status: 200,
  hidden: true,
  schemas: { params: z.object({ logoId: z.string().max(100) }) },
  errors: ['route_not_found'],
  async handler({ deps, params, reply }) {
    const content = await deps.identity.accounts.readLogo(params.logoId);
    if (content === null) throw new ApiError('route_not_found');
    return (
      reply
        .header('content-type', 'image/png')
        // Mail programs load it.
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'public, max-age=86400, immutable')
        .send(Buffer.from(content))
    );
  },
});

const showResetPage = defineRoute({
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

/** The script reads `next` in the query, and follows only paths of this service. */
const showSignInPage = defineRoute({
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

const showVerificationPage = defineRoute({
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

/** 30 a minute of the default: every file is read as a whole. */
const ALLOWANCE = 1 / 20;

const verifyDroppedFile = defineRoute({
  method: 'POST',
  path: '/verify',
  source: 'ours',
  scope: 'public',
  summary: 'What the page says of a file',
  status: 200,
  hidden: true,
  allowance: ALLOWANCE,
  schemas: { form: uploadForm, answer: fileVerification },
  errors: VERIFICATION_ERRORS,
  async handler({ deps, request }) {
    const { answer, unknownParts } = await receiveUpload(request, (content) =>
      deps.signing.files.verify(content, { network: readClientNetwork(request) }),
    );
    return presentFileVerification(answer, unknownParts, chooseErrorLanguage(request));
  },
});

export const pageRoutes = {
  showVerificationPage,
  verifyDroppedFile,
  showHomePage,
  showLogo,
  showSignInPage,
  showResetPage,
  showApplicationPage,
  showItemPage,
  showLinkEditorPage,
};
