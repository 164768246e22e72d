import { z } from 'zod';
import { defineRoute } from '../../route.ts';

export const getHealth = defineRoute({
  method: 'GET',
  path: '/healthz',
  source: 'ours',
  scope: 'public',
  summary: 'The process is alive',
  status: 200,
  unlimited: true,
  schemas: { answer: z.object({ status: z.literal('ok') }) },
  errors: [],
  async handler() {
    return { status: 'ok' as const };
  },
});
