import { BOX_FAULTS, BUSY, FILE_FAULTS, VALUE_FAULTS } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { presentPublicLink, publicLinkBody } from '../../schemas/public-link.ts';
import { uuid } from '../../schemas/text.ts';

export const duplicatePublicLink = defineRoute({
  method: 'POST',
  path: '/v1/links/:linkId/duplicate',
  source: 'specification',
  scope: 'write',
  summary: 'Copy a public link, disabled or not; the copy is active and has an address of its own',
  status: 201,
  idempotent: true,
  schemas: { params: z.object({ linkId: uuid }), answer: publicLinkBody },
  errors: [
    ...FILE_FAULTS,
    ...BOX_FAULTS,
    ...VALUE_FAULTS,
    ...BUSY,
    'capability_missing',
    'signature_box_required',
    'file_not_found',
    'not_yours',
    'public_link_not_found',
  ],
  async handler({ deps, caller, params }) {
    return presentPublicLink(await deps.signing.publicLinks.duplicate(caller, params.linkId));
  },
});
