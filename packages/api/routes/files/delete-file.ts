import { z } from 'zod';
import { defineRoute } from '../../route.ts';
import { uuid } from '../../schemas/text.ts';

export const deleteFile = defineRoute({
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
