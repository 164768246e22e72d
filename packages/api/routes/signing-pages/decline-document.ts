import { BUSY } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { signingView } from '../../schemas/signing-view.ts';
import { errorLanguage } from '../../schemas/text.ts';
import { admitLink, linkParams, visitorOf } from './signing-link.ts';

export const declineDocument = defineRoute({
  method: 'POST',
  path: '/sign/:token/decline',
  source: 'ours',
  scope: 'public',
  summary: 'Decline to sign, with a reason',
  status: 200,
  hidden: true,
  admit: admitLink,
  schemas: {
    params: linkParams,
    body: z.object({ reason: z.string(), errorLanguage }),
    answer: signingView,
  },
  errors: [
    ...BUSY,
    'link_not_found',
    'verification_required',
    'document_not_signable',
    'already_signed',
    'not_your_turn',
  ],
  async handler(input) {
    const { deps, params, body } = input;
    return signingView.parse(
      await deps.signing.signingPages.decline(params.token, body.reason, visitorOf(input)),
    );
  },
});
