import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { describeOperation, SchemaComponents } from '../openapi/describe-operation.ts';
import type { Route } from '../route.ts';
import { noteAnswerFault } from './answer-faults.ts';

/** Every JSON response must fit what /openapi.json declares for its status, with error codes; a PDF must be declared. */
export function checkAnswers(api: FastifyInstance): void {
  api.addHook('onSend', async ({ routeOptions }, reply, payload) => {
    const { route } = routeOptions.config;
    const contentType = String(reply.getHeader('content-type'));
    // Generated clients took files for empty answers.
    if (contentType === 'application/pdf' && route?.hidden !== true && route?.mediaType !== contentType)
      noteAnswerFault(`${route?.method} ${route?.path}: ${contentType} is not declared`);
    const isJson = contentType.startsWith('application/json');
    if (route === undefined || typeof payload !== 'string' || payload === '' || !isJson) return;
    const fault = findFault(route, reply.statusCode, JSON.parse(payload));
    if (fault !== null) noteAnswerFault(`${route.method} ${route.path} ${reply.statusCode}: ${fault}`);
  });
}

const validators = new Map<string, ValidateFunction | null>();

function findFault(route: Route, status: number, body: unknown): string | null {
  if (route.path === '/openapi.json') return null;
  const key = `${route.method} ${route.path} ${status}`;
  const validate = validators.get(key) ?? compileAnswer(route, status);
  validators.set(key, validate);
  if (validate === null) return `not declared: ${JSON.stringify(body).slice(0, 200)}`;
  if (validate(body)) return null;
  return (validate.errors ?? [])
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
    .join('; ');
}

/** One document of the answers met so far: what they share is compiled once. */
const components = new SchemaComponents();
const answers: object[] = [];
let described = 0;
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
// Checked in requests only.
for (const format of ['idn-email', 'phone', 'currency', 'redirect-url']) ajv.addFormat(format, true);
ajv.addSchema({ $id: 'answers', answers, components: { schemas: components.schemas } });

function compileAnswer(route: Route, status: number): ValidateFunction | null {
  described += 1;
  const { responses } = describeOperation(`operation${described}`, route, components);
  const response = (responses as Record<string, { content?: Record<string, { schema: object }> }>)[status];
  const schema = response?.content?.['application/json']?.schema;
  if (schema === undefined) return null;
  const length = answers.push(schema);
  return ajv.getSchema(`answers#/answers/${length - 1}`) ?? null;
}
