import { labels } from '@countersign/signing';
import { uuid } from '@countersign/signing/configuration/text';
import { z } from 'zod';
import { defineRoute } from '../route.ts';

const listLabels = defineRoute({
  method: 'GET',
  path: '/v1/docs/labels',
  source: 'ours',
  scope: 'read',
  summary: 'The labels of the listed documents, the most frequent first',
  status: 200,
  conditional: true,
  schemas: {
    answer: z.object({
      labels: z
        .array(z.object({ label: z.string(), count: z.int() }))
        .meta({ description: 'At most 100. A count ends at 1000, which stands for that many or more.' }),
    }),
  },
  errors: [],
  async handler({ deps, caller }) {
    const counts = await deps.signing.documents.countLabels(caller);
    return { labels: counts.map(({ label, count }) => ({ label, count })) };
  },
});

const setDocumentLabels = defineRoute({
  method: 'PUT',
  path: '/v1/docs/:documentId/labels',
  source: 'ours',
  scope: 'write',
  summary: 'Replace the labels of a document in any status; the document itself does not change',
  status: 200,
  schemas: {
    params: z.object({ documentId: uuid }),
    body: z.object({ labels }),
    answer: z.object({ documentId: z.string(), labels: z.array(z.string()) }),
  },
  errors: ['document_not_found', 'not_yours'],
  async handler({ deps, caller, params: { documentId }, body }) {
    return {
      documentId,
      labels: [...(await deps.signing.documents.setLabels(caller, documentId, body.labels))],
    };
  },
});

export const labelRoutes = { listLabels, setDocumentLabels };
