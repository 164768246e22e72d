import { BUSY, FILE_FAULTS } from '@countersign/signing';
import { defineRoute } from '../../route.ts';
import { signingView } from '../../schemas/signing-view.ts';
import { linkParams, visitorOf } from './signing-link.ts';

export const openSigningLink = defineRoute({
  method: 'GET',
  path: '/sign/:token/session',
  source: 'ours',
  scope: 'public',
  summary: 'What the signing page shows',
  status: 200,
  hidden: true,
  schemas: { params: linkParams, answer: signingView },
  errors: [...FILE_FAULTS, ...BUSY, 'link_not_found'],
  async handler(input) {
    const { deps, params, reply } = input;
    reply.header('cache-control', 'no-store');
    return signingView.parse(await deps.signing.signingPages.open(params.token, visitorOf(input)));
  },
});
