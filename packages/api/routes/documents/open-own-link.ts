import { BUSY } from '@countersign/signing';
import { z } from 'zod';
import { readVisitor } from '../../request/session-cookie.ts';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

export const openOwnLink = defineRoute({
  method: 'POST',
  path: '/v1/docs/:documentId/own-link',
  source: 'ours',
  scope: 'session',
  summary: 'Open the signing link of the user who is signed in, without a code',
  status: 200,
  hidden: true,
  schemas: { params: z.object({ documentId: uuid }), answer: z.object({ signingUrl: z.string() }) },
  errors: [...BUSY, 'document_not_found', 'not_yours', 'link_not_found'],
  async handler({ deps, caller, params, request, reply }) {
    const { baseUrl } = deps.settings;
    const visitorOf = (token: string) => readVisitor(request, reply, { baseUrl, token });
    return { signingUrl: await deps.signing.signingPages.openOwn(caller, params.documentId, visitorOf) };
  },
});
