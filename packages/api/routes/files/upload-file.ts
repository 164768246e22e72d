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
    'file_missing',
    'file_too_large',
    'not_a_pdf',
    'password_required',
    'locked',
    'damaged',
    'no_pages',
    'xfa_not_supported',
    'too_complex',
    'file_not_processable',
    'text_not_drawable',
    'invalid_request',
    'too_many_uploads',
    'service_busy',
    'storage_unavailable',
  ],
  async handler({ deps, caller, request }) {
    const { answer: file, unknownParts } = await receiveUpload(request, form, (content, originalName) =>
      deps.signing.files.upload(caller, { content, originalName }),
    );
    return presentAcceptedFile(file, warnOfUnknownMembers(unknownParts), request.log);
  },
});
