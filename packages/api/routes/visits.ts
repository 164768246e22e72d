import { MAX_NAME_LENGTH } from '@countersign/base/text';
import { BUSY, emailAddress, FILE_FAULTS, line, phoneNumber, signingView } from '@countersign/signing';
import { z } from 'zod';
import { MESSAGE_ALLOWANCE } from '../rate-limits.ts';
import { defineRoute } from '../route.ts';
import { admitLink, linkParams, visitorOf } from './signing-pages.ts';

const beginVisit = defineRoute({
  method: 'POST',
  path: '/sign/:token/session',
  source: 'ours',
  scope: 'public',
  summary: 'Begin to sign at a public link: who the visitor is, and where a code can be sent',
  status: 201,
  hidden: true,
  // 12 a minute of the default: every call checks the name against the PDF, and one client must not fill the
  // waiting places of a link.
  allowance: 0.02,
  schemas: {
    params: linkParams,
    body: z.object({
      fullName: line({ min: 1, max: MAX_NAME_LENGTH }),
      emailAddress: emailAddress.optional(),
      phoneNumber: phoneNumber.optional(),
    }),
    answer: z.object({ signingUrl: z.string() }),
  },
  errors: [
    ...FILE_FAULTS,
    ...BUSY,
    'link_not_found',
    'public_link_disabled',
    'visit_limit_reached',
    'contact_required',
    'capability_missing',
    'text_not_drawable',
  ],
  async handler({ deps, params, body }) {
    return deps.signing.publicLinks.beginVisit(params.token, body);
  },
});

const checkCode = defineRoute({
  method: 'POST',
  path: '/sign/:token/code/check',
  source: 'ours',
  scope: 'public',
  summary: 'Open the document with a one-time code',
  status: 200,
  hidden: true,
  admit: admitLink,
  schemas: {
    params: linkParams,
    body: z.object({ code: z.string() }),
    answer: signingView,
  },
  errors: [...BUSY, 'link_not_found', 'public_link_disabled', 'code_invalid', 'code_expired'],
  async handler(input) {
    const { deps, params, body } = input;
    // Visitors type the code as they see it: “123 456”.
    const code = body.code.replace(/\s/g, '');
    return await deps.signing.signingPages.checkCode(params.token, code, visitorOf(input));
  },
});

const sendCode = defineRoute({
  method: 'POST',
  path: '/sign/:token/code',
  source: 'ours',
  scope: 'public',
  summary: 'Send a one-time code to the contact of the link',
  status: 200,
  hidden: true,
  allowance: MESSAGE_ALLOWANCE,
  schemas: { params: linkParams, answer: signingView },
  errors: [...BUSY, 'link_not_found', 'code_cooldown', 'code_not_sent'],
  async handler(input) {
    const { deps, params } = input;
    return await deps.signing.signingPages.sendCode(params.token, visitorOf(input));
  },
});

export const visitRoutes = { beginVisit, sendCode, checkCode };
