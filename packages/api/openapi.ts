import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { answerableErrors } from './errors/answerable-errors.ts';
import { ERRORS, type ErrorCode } from './errors/error-table.ts';
import type { Route } from './route.ts';
import { describeAnswer } from './schemas/answer.ts';
import { errorBody } from './schemas/error-body.ts';

/** Of the interface, not of this service [9-01]. */
const INTERFACE_VERSION = '1.2.0';

/** Makes the description of the interface from the schemas that check it. To be registered before the routes. */
export async function registerOpenApi(app: FastifyInstance, baseUrl: string): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Countersign',
        version: INTERFACE_VERSION,
        description: 'Send PDF documents for electronic signature and follow them until they are sealed.',
        license: { name: 'MIT' },
      },
      servers: [{ url: baseUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (input) => {
      const route = readRoute(input.route.config);
      if (route === undefined || route.hidden === true) return { schema: { hide: true }, url: input.url };
      const transformed = jsonSchemaTransform(input);
      return { url: transformed.url, schema: { ...transformed.schema, ...describeOperation(route) } };
    },
  });
}

function readRoute(config: unknown): Route | undefined {
  return (config as { route?: Route } | undefined)?.route;
}

function describeOperation(route: Route): Record<string, unknown> {
  return {
    summary: route.summary,
    tags: [route.path.split('/')[2] ?? 'operation'],
    ...(route.scope === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...(route.schemas.form === undefined ? {} : describeForm(route.schemas.form)),
    response: { ...describeSuccess(route), ...describeErrors(route) },
  };
}

/** A multipart body is read part by part, so no validator of fastify sees it; its description is made here. */
function describeForm(form: z.ZodObject): Record<string, unknown> {
  const { properties } = z.toJSONSchema(form, { target: 'draft-2020-12' });
  const file = { type: 'string', format: 'binary', description: 'The PDF.' };
  return {
    consumes: ['multipart/form-data'],
    body: { type: 'object', required: ['file'], properties: { file, ...properties } },
  };
}

function describeSuccess(route: Route): Record<string, unknown> {
  const answer = describeAnswer(route);
  if (answer === undefined) {
    return { [route.status]: { description: route.summary, type: 'null' } };
  }
  const schema = z.toJSONSchema(answer, { target: 'draft-2020-12', io: 'output' });
  const { $schema: _, ...described } = schema;
  return { [route.status]: { description: route.summary, ...described } };
}

/** One entry a status, naming its codes. */
function describeErrors(route: Route): Record<string, unknown> {
  const byStatus = Object.groupBy(answerableErrors(route), (code) => ERRORS[code].status);
  const entries = Object.entries(byStatus).map(([status, group = []]) => [status, describeError(group)]);
  return Object.fromEntries(entries);
}

function describeError(codes: readonly ErrorCode[]): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(errorBody.extend({ errorCode: z.enum(codes) }), {
    target: 'draft-2020-12',
  });
  return { description: codes.join(', '), ...schema };
}
