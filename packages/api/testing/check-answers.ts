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
/** Most answers are met a few times only, so quick compiling counts: this takes a sixth of the time of the defaults. */
const ajv = new Ajv2020({
  ...{ strict: false, meta: false, validateSchema: false },
  ...{ inlineRefs: false, code: { optimize: false } },
});
addFormats.default(ajv);
// Checked in requests only.
for (const format of ['idn-email', 'phone', 'currency', 'redirect-url']) ajv.addFormat(format, true);
ajv.addSchema({ $id: 'answers', answers, components: { schemas: components.schemas } });

/** The key is the text of the schema: only a fifth of them differ, since many routes declare the same errors. */
const compiled = new Map<string, ValidateFunction | null>();

function compileAnswer(route: Route, status: number): ValidateFunction | null {
  const schema = responsesOf(route)[status]?.content?.['application/json']?.schema;
  if (schema === undefined) return null;
  const text = JSON.stringify(schema);
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const length = answers.push(schema);
  const validate = ajv.getSchema(`answers#/answers/${length - 1}`) ?? null;
  compiled.set(text, validate);
  return validate;
}

type Responses = Readonly<Record<string, { readonly content?: Record<string, { readonly schema: object }> }>>;

const described = new Map<Route, Responses>();

function responsesOf(route: Route): Responses {
  const known = described.get(route);
  if (known !== undefined) return known;
  const { responses } = describeOperation(`operation${described.size}`, route, components);
  described.set(route, responses as Responses);
  return responses as Responses;
}
