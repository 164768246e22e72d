import { BUSY, SigningError } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';

const warningSchema = z.object({ code: z.string(), message: z.string() });

export const getReadiness = defineRoute({
  method: 'GET',
  path: '/readyz',
  source: 'ours',
  scope: 'public',
  summary:
    'The service can do its work: the database answers, files can be stored, and the key has been found',
  status: 200,
  unlimited: true,
  schemas: { answer: z.object({ status: z.literal('ready'), warnings: z.array(warningSchema) }) },
  errors: [...BUSY, 'seal_unavailable'],
  async handler({ deps }) {
    try {
      return { status: 'ready' as const, warnings: [...(await deps.checkReadiness())] };
    } catch (error) {
      throw error instanceof SigningError ? error : new SigningError('service_busy', {}, { cause: error });
    }
  },
});
