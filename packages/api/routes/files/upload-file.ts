import { BUSY, FILE_FAULTS } from '@countersign/signing';
import { z } from 'zod';
import { receiveUpload } from '../../request/receive-upload.ts';
import { defineRoute } from '../../route.ts';
import { acceptedFile, presentAcceptedFile } from '../../schemas/accepted-file.ts';
import { errorLanguage } from '../../schemas/text.ts';
import { warnOfUnknownMembers } from '../../schemas/warning.ts';

const form = z.object({ errorLanguage });

export const uploadFile = defineRoute({
  method: 'POST',
  path: '/v1/files',
  source: 'specification',
  scope: 'write',
  summary: 'Upload a PDF of at most 50 MB',
  status: 201,
  schemas: { form, answer: acceptedFile },
  errors: [
    ...FILE_FAULTS,
    ...BUSY,
    'file_missing',
    'file_too_large',
    'text_not_drawable',
    'too_many_uploads',
  ],
  async handler({ deps, caller, request }) {
    const { answer: file, unknownParts } = await receiveUpload(request, form, (content, originalName) =>
      deps.signing.files.upload(caller, { content, originalName }),
    );
    return presentAcceptedFile(file, warnOfUnknownMembers(unknownParts), request.log);
  },
});
