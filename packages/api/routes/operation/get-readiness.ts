import { SigningError } from '@countersign/signing';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';

/** The service works; somebody has to look at this all the same. */
const warningSchema = z.object({ code: z.string(), message: z.string() });

export const getReadiness = defineRoute({
  method: 'GET',
  path: '/readyz',
  source: 'ours',
  scope: 'public',
  summary: 'The service can do its work: the database answers and nothing is stopping',
  status: 200,
  unlimited: true,
  schemas: { answer: z.object({ status: z.literal('ready'), warnings: z.array(warningSchema) }) },
  errors: ['service_busy'],
  async handler({ deps }) {
    try {
      return { status: 'ready' as const, warnings: [...(await deps.checkReadiness())] };
    } catch (error) {
      throw new SigningError('service_busy', {}, { cause: error });
    }
  },
});
