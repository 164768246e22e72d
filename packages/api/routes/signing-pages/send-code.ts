import { BUSY } from '@countersign/signing';
import { defineRoute } from '../../route.ts';
import { signingView } from '../../schemas/signing-view.ts';
import { linkParams, visitorOf } from './signing-link.ts';

export const sendCode = defineRoute({
  method: 'POST',
  path: '/sign/:token/code',
  source: 'ours',
  scope: 'public',
  summary: 'Send a one-time code to the contact of the link',
  status: 200,
  hidden: true,
  // 30 a minute of the default: every call sends a message.
  allowance: 0.05,
  schemas: { params: linkParams, answer: signingView },
  errors: [...BUSY, 'link_not_found', 'code_cooldown', 'code_not_sent'],
  async handler(input) {
    const { deps, params } = input;
    return signingView.parse(await deps.signing.signingPages.sendCode(params.token, visitorOf(input)));
  },
});
