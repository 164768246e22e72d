import { BUSY, emailAddress, FILE_FAULTS, line, MAX_NAME_LENGTH, phoneNumber } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { errorLanguage } from '../../schemas/text.ts';
import { linkParams } from './signing-link.ts';

export const beginVisit = defineRoute({
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
      errorLanguage,
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
    const { errorLanguage: _, ...details } = body;
    return deps.signing.publicLinks.beginVisit(params.token, details);
  },
});
