import { MAX_NAME_LENGTH } from '@countersign/base/text';
import { BUSY, FILE_FAULTS, formField, line, MERGE_COUNT } from '@countersign/signing';
import { uuid } from '@countersign/signing/configuration/text';
import { z } from 'zod';
import { chooseErrorLanguage } from '../request/client.ts';
import { receiveUpload } from '../request/receive-upload.ts';
import { defineRoute } from '../route.ts';
import {
  fileVerification,
  presentFileVerification,
  VERIFICATION_ERRORS,
} from '../schemas/file-verification.ts';
import { acceptedFile, presentAcceptedFile, uploadForm, warnOfUnknownMembers } from '../schemas/parts.ts';

const deleteFile = defineRoute({
  method: 'DELETE',
  path: '/v1/files/:fileId',
  source: 'specification',
  scope: 'write',
  summary: 'Delete a file; documents made from it keep it',
  status: 204,
  schemas: { params: z.object({ fileId: uuid }) },
  errors: ['file_not_found', 'not_yours'],
  async handler({ deps, caller, params, reply }) {
    await deps.signing.files.delete(caller, params.fileId);
    return reply.send();
  },
});

const mergeFiles = defineRoute({
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
    'account_limit_reached',
  ],
  async handler({ deps, caller, body: { fileIds, name }, request }) {
    return presentAcceptedFile(await deps.signing.files.merge(caller, { fileIds, name }), [], request.log);
  },
});

const readFileFields = defineRoute({
  method: 'GET',
  path: '/v1/files/:fileId/fields',
  source: 'specification',
  scope: 'read',
  summary: 'List the form fields of a file, in reading order',
  status: 200,
  schemas: { params: z.object({ fileId: uuid }), answer: z.array(formField) },
  errors: [...FILE_FAULTS, ...BUSY, 'file_not_found', 'not_yours'],
  async handler({ deps, caller, params }) {
    const fields = await deps.signing.files.readFields(caller, params.fileId);
    return fields;
  },
});

const uploadFile = defineRoute({
  method: 'POST',
  path: '/v1/files',
  source: 'specification',
  scope: 'write',
  summary: 'Upload a PDF of at most 50 MB',
  status: 201,
  schemas: { form: uploadForm, answer: acceptedFile },
  errors: [
    ...FILE_FAULTS,
    ...BUSY,
    'file_missing',
    'file_too_large',
    'text_not_drawable',
    'too_many_uploads',
    'account_limit_reached',
  ],
  async handler({ deps, caller, request }) {
    const { answer: file, unknownParts } = await receiveUpload(request, (content, originalName) =>
      deps.signing.files.upload(caller, { content, originalName }),
    );
    return presentAcceptedFile(file, warnOfUnknownMembers(unknownParts), request.log);
  },
});

const verifyFile = defineRoute({
  method: 'POST',
  path: '/v1/files/verify',
  source: 'ours',
  scope: 'read',
  summary: 'What the signatures of a PDF are worth, and whether it was sealed here; nothing is stored',
  status: 200,
  schemas: { form: uploadForm, answer: fileVerification },
  errors: [...VERIFICATION_ERRORS, 'too_many_uploads'],
  async handler({ deps, caller, request }) {
    const { answer, unknownParts } = await receiveUpload(request, (content) =>
      deps.signing.files.verify(content, caller),
    );
    return presentFileVerification(answer, unknownParts, chooseErrorLanguage(request));
  },
});

export const fileRoutes = { uploadFile, mergeFiles, deleteFile, readFileFields, verifyFile };
