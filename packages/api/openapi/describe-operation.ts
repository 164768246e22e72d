import { errorMessage } from '@countersign/i18n';
import type { z } from 'zod';
import { answerableErrors } from '../errors/answerable-errors.ts';
import { ERRORS, type ErrorCode } from '../errors/error-table.ts';
import { toOAuthError } from '../errors/explain-error.ts';
import { MAX_KEY_LENGTH } from '../idempotency/answer-once.ts';
import type { Route } from '../route.ts';
import { describeAnswer } from '../schemas/answer.ts';
import { errorBody, oauthErrorBody } from '../schemas/error-body.ts';
import { queryOf } from '../schemas/query.ts';
import { EXAMPLES } from './examples.ts';
import type { JsonSchema, SchemaComponents } from './schema-components.ts';

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_LENGTH },
  description: 'The same request with the same key is carried out once within 24 hours.',
};

/**
 * Describes an operation; its schemas become the components `<OperationId>Request` and `<OperationId>Answer`.
 */
export function describeOperation(operationId: string, route: Route, components: SchemaComponents) {
  const name = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  const parameters = [
    ...describeParameters('path', route.schemas.params, components),
    ...describeParameters('query', queryOf(route), components),
    ...(route.idempotent === true ? [IDEMPOTENCY_KEY] : []),
  ];
  return {
    operationId,
    summary: route.summary,
    tags: [tagOf(route)],
    security: route.scope === 'public' ? [] : [{ bearer: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...describeRequest(name, route, components, EXAMPLES[operationId]?.request),
    responses: {
      [route.status]: describeSuccess(name, route, components, EXAMPLES[operationId]?.answer),
      ...describeErrors(route, components),
    },
  };
}

export function tagOf({ path }: Route): string {
  return path.startsWith('/v1/') ? (path.split('/')[2] ?? '') : 'operation';
}

function describeParameters(
  where: 'path' | 'query',
  schema: z.ZodObject | undefined,
  components: SchemaComponents,
): readonly object[] {
  return Object.entries(schema?.shape ?? {}).map(([name, member]) => {
    const { description, ...described } = components.describe(member, 'input');
    const required = where === 'path';
    return {
      name,
      in: where,
      required,
      schema: described,
      ...(description === undefined ? {} : { description }),
    };
  });
}

function describeRequest(
  name: string,
  { schemas }: Route,
  components: SchemaComponents,
  example: unknown,
): object {
  if (schemas.form !== undefined) {
    const schema = components.add(`${name}Request`, describeForm(schemas.form, components));
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (schemas.body === undefined) return {};
  const schema = components.add(`${name}Request`, components.describe(schemas.body, 'input'));
  return {
    requestBody: { required: true, content: { 'application/json': { schema, ...exampleMember(example) } } },
  };
}

function exampleMember(example: unknown): { readonly example?: unknown } {
  return example === undefined ? {} : { example };
}

/** The file of a multipart body is not in its schema. */
function describeForm(form: z.ZodObject, components: SchemaComponents): JsonSchema {
  const { properties } = components.describe(form, 'input');
  const file = {
    type: 'string',
    contentMediaType: 'application/pdf',
    format: 'binary',
    description: 'The PDF.',
  };
  return { type: 'object', required: ['file'], properties: { file, ...Object(properties) } };
}

function describeSuccess(name: string, route: Route, components: SchemaComponents, example: unknown): object {
  const answer = describeAnswer(route);
  if (route.status === 302) {
    const location = { description: 'Where the file is.', schema: { type: 'string', format: 'uri' } };
    return { description: route.summary, headers: { location } };
  }
  if (answer === undefined) return { description: route.summary };
  const schema = components.add(`${name}Answer`, components.describe(answer, 'output'));
  return {
    description: route.summary,
    content: { 'application/json': { schema, ...exampleMember(example) } },
  };
}

/** One entry per status, with an example of every code. */
function describeErrors(route: Route, components: SchemaComponents): Record<string, object> {
  const body = route.errorShape === 'oauth' ? oauthErrorBody : errorBody;
  const name = route.errorShape === 'oauth' ? 'OAuthError' : 'Error';
  const reference = components.add(name, components.describe(body, 'output'));
  const byStatus = Object.groupBy(answerableErrors(route), (code) => ERRORS[code].status);
  const entries = Object.entries(byStatus).map(([status, codes = []]) => [
    status,
    describeError(codes, Number(status), reference, route.errorShape),
  ]);
  return Object.fromEntries(entries);
}

function describeError(
  codes: readonly ErrorCode[],
  status: number,
  reference: JsonSchema,
  shape: Route['errorShape'],
): object {
  const examples = codes.map((code) => [code, { value: exampleOf(code, status, shape) }]);
  const schema = { allOf: [reference, { type: 'object', properties: { errorCode: { enum: codes } } }] };
  return {
    description: codes
      .map((code) => `${code}: ${ERRORS[code].permanence === 'passing' ? 'try again later' : 'final'}`)
      .join('; '),
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
  };
}

function exampleOf(code: ErrorCode, status: number, shape: Route['errorShape']): object {
  const message = errorMessage('en', code);
  const body = { success: false, message, code: status, errorCode: code };
  return shape === 'oauth' ? { error: toOAuthError(code), error_description: message, ...body } : body;
}
