import { BUSY } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { signingView } from '../../schemas/signing-view.ts';
import { errorLanguage } from '../../schemas/text.ts';
import { admitLink, linkParams, visitorOf } from './signing-link.ts';

export const checkCode = defineRoute({
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
    body: z.object({ code: z.string(), errorLanguage }),
    answer: signingView,
  },
  errors: [...BUSY, 'link_not_found', 'public_link_disabled', 'code_invalid', 'code_expired'],
  async handler(input) {
    const { deps, params, body } = input;
    // “123 456”
    const code = body.code.replace(/\s/g, '');
    return signingView.parse(await deps.signing.signingPages.checkCode(params.token, code, visitorOf(input)));
  },
});
