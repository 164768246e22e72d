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
  schemas: { answer: z.object({ groups: z.object(countOfEach(DOCUMENT_GROUPS)) }) },
  errors: [],
  async handler({ deps, caller }) {
    return { groups: await deps.signing.documents.countGroups(caller) };
  },
});

/** Members by name: a record of names has none in the description of the API. */
function countOfEach<Name extends string>(names: readonly Name[]): Record<Name, z.ZodInt> {
  return Object.fromEntries(names.map((name) => [name, z.int()])) as Record<Name, z.ZodInt>;
}
