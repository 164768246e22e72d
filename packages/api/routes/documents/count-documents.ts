import { DOCUMENT_GROUPS } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';

/** A record of names would have no members in the description. */
const countOfEach = Object.fromEntries(DOCUMENT_GROUPS.map((name) => [name, z.int()]));

export const countDocuments = defineRoute({
  method: 'GET',
  path: '/v1/docs/group-counts',
  source: 'ours',
  scope: 'read',
  summary: 'How many of the listed documents are in each group',
  status: 200,
  conditional: true,
  schemas: { answer: z.object({ groups: z.object(countOfEach) }) },
  errors: [],
  async handler({ deps, caller }) {
    return { groups: await deps.signing.documents.countGroups(caller) };
  },
});
