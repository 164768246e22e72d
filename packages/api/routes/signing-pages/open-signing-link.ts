import { BUSY, FILE_FAULTS } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { signingView, visitorView } from '../../schemas/signing-view.ts';
import { linkParams, orPublicLink, visitorOf } from './signing-link.ts';

export const openSigningLink = defineRoute({
  method: 'GET',
  path: '/sign/:token/session',
  source: 'ours',
  scope: 'public',
  summary: 'What the signing page shows',
  status: 200,
  hidden: true,
  conditional: true,
  schemas: { params: linkParams, answer: z.union([signingView, visitorView]) },
  errors: [...FILE_FAULTS, ...BUSY, 'link_not_found'],
  async handler(input) {
    const { deps, params } = input;
    const visitor = visitorOf(input);
    return orPublicLink(
      async () => signingView.parse(await deps.signing.signingPages.open(params.token, visitor)),
      async () => visitorView.parse(await deps.signing.publicLinks.open(params.token, visitor)),
    );
  },
});
