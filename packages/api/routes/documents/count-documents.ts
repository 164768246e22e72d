import { DOCUMENT_GROUPS } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';

export const countDocuments = defineRoute({
  method: 'GET',
  path: '/v1/docs/group-counts',
  source: 'ours',
  scope: 'read',
  summary: 'How many of the listed documents are in each group',
  status: 200,
  conditional: true,
  schemas: { answer: z.object({ groups: z.record(z.enum(DOCUMENT_GROUPS), z.int()) }) },
  errors: [],
  async handler({ deps, caller }) {
    return { groups: await deps.signing.documents.countGroups(caller) };
  },
});
