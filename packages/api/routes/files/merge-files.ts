import { BUSY, FILE_FAULTS, line, MAX_NAME_LENGTH, MERGE_COUNT } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { acceptedFile, presentAcceptedFile } from '../../schemas/accepted-file.ts';
import { errorLanguage, uuid } from '../../schemas/text.ts';

export const mergeFiles = defineRoute({
  method: 'POST',
  path: '/v1/files/merge',
  source: 'specification',
  scope: 'write',
  summary: 'Make one file of 2 to 8 files, in order; together at most 50 MB',
  status: 201,
  idempotent: true,
  schemas: {
    body: z.object({
      fileIds: z.array(uuid).min(MERGE_COUNT.min).max(MERGE_COUNT.max).meta({ uniqueItems: true }),
      name: line({ min: 1, max: MAX_NAME_LENGTH }),
      errorLanguage,
    }),
    answer: acceptedFile,
  },
  errors: [
    ...FILE_FAULTS,
    ...BUSY,
    'file_not_found',
    'not_yours',
    'inputs_too_large',
    'text_not_drawable',
    'too_many_uploads',
  ],
  async handler({ deps, caller, body: { fileIds, name }, request }) {
    return presentAcceptedFile(await deps.signing.files.merge(caller, { fileIds, name }), [], request.log);
  },
});
