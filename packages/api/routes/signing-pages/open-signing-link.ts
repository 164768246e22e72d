import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { signingView } from '../../schemas/signing-view.ts';

export const openSigningLink = defineRoute({
  method: 'GET',
  path: '/sign/:token/session',
  source: 'ours',
  scope: 'public',
  summary: 'What the signing page shows',
  status: 200,
  hidden: true,
  schemas: { params: z.object({ token: z.string() }), answer: signingView },
  errors: ['link_not_found', 'service_busy', 'storage_unavailable'],
  async handler({ deps, params, reply }) {
    reply.header('cache-control', 'no-store');
    return signingView.parse(await deps.signing.signingPages.open(params.token));
  },
});
