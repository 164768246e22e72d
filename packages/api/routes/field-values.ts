import {
  BUSY,
  documentField,
  FILE_FAULTS,
  fieldValues,
  namedValues,
  VALUE_FAULTS,
} from '@countersign/signing';
import { uuid } from '@countersign/signing/configuration/text';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { LARGE_BODY_LIMIT } from '../schemas/parts.ts';

const listDocumentFields = defineRoute({
  method: 'GET',
  path: '/v1/docs/:documentId/fields',
  source: 'specification',
  scope: 'read',
  summary: 'List the form fields of a document with their values, in reading order',
  status: 200,
  schemas: { params: z.object({ documentId: uuid }), answer: z.array(documentField) },
  errors: [...FILE_FAULTS, ...BUSY, 'document_not_found', 'not_yours', 'file_not_found'],
  async handler({ deps, caller, params }) {
    return deps.signing.documents.listFields(caller, params.documentId);
  },
});

const listFieldValues = defineRoute({
  method: 'GET',
  path: '/v1/docs/:documentId/field-values',
  source: 'specification',
  scope: 'read',
  summary: 'List the values of the form of a completed document',
  status: 200,
  schemas: { params: z.object({ documentId: uuid }), answer: namedValues },
  errors: [...FILE_FAULTS, ...BUSY, 'document_not_found', 'not_yours', 'document_not_completed'],
  async handler({ deps, caller, params }) {
    return deps.signing.documents.listFieldValues(caller, params.documentId);
  },
});

const setFieldValues = defineRoute({
  method: 'POST',
  path: '/v1/docs/:documentId/field-values',
  source: 'specification',
  scope: 'write',
  summary: 'Set values of the form of a document that nobody has signed',
  status: 200,
  idempotent: true,
  bodyLimit: LARGE_BODY_LIMIT,
  schemas: {
    params: z.object({ documentId: uuid }),
    body: z.object({ fields: fieldValues }),
    answer: namedValues,
  },
  errors: [
    ...FILE_FAULTS,
    ...VALUE_FAULTS,
    ...BUSY,
    'document_not_found',
    'not_yours',
    'document_not_editable',
    'file_not_found',
  ],
  async handler({ deps, caller, params, body }) {
    return deps.signing.documents.setFieldValues(caller, params.documentId, body.fields);
  },
});

export const fieldValueRoutes = { listDocumentFields, listFieldValues, setFieldValues };
