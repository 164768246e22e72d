import { defineRoute } from '../../route.ts';

export const getOpenApi = defineRoute({
  method: 'GET',
  path: '/openapi.json',
  source: 'ours',
  scope: 'public',
  summary: 'This description, OpenAPI 3.1, made from the schemas that check requests',
  status: 200,
  hidden: true,
  schemas: {},
  errors: [],
  async handler({ deps, reply }) {
    return reply.type('application/json; charset=utf-8').send(deps.describe());
  },
});
