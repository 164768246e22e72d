import { BUSY } from '@countersign/signing';
import { MESSAGE_ALLOWANCE } from '../../rate-limits/allowances.ts';
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
  allowance: MESSAGE_ALLOWANCE,
  schemas: { params: linkParams, answer: signingView },
  errors: [...BUSY, 'link_not_found', 'code_cooldown', 'code_not_sent'],
  async handler(input) {
    const { deps, params } = input;
    return signingView.parse(await deps.signing.signingPages.sendCode(params.token, visitorOf(input)));
  },
});
