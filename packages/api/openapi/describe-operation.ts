import { errorMessage } from '@countersign/i18n';
import { z } from 'zod';
import { toOAuthError } from '../errors/error-response.ts';
import { ERROR_STATUSES, ERRORS, type ErrorCode } from '../errors/error-table.ts';
import { answerableErrors } from '../errors/route-errors.ts';
import { MAX_KEY_LENGTH } from '../idempotency.ts';
import type { Route, Scope } from '../route.ts';
import { bodyOf, describeAnswer, errorBody, oauthErrorBody, queryOf } from '../schemas/parts.ts';
import { EXAMPLE_PARAMS, EXAMPLES, MORE_EXAMPLE_PARAMS } from './examples.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

type Direction = 'input' | 'output';

/** A schema with an `id` is described once. */
export class SchemaComponents {
  readonly schemas: Record<string, JsonSchema> = {};

  describe(schema: z.ZodType, io: Direction): JsonSchema {
    const described = z.toJSONSchema(schema, { target: 'draft-2020-12', io });
    const { $schema: _, id: _id, $defs = {}, ...rest } = described;
    // Requests may have further members, responses have none: a schema of both has two components.
    const ending = io === 'input' ? 'Input' : '';
    for (const [name, { id: _inner, ...definition }] of Object.entries($defs)) {
      this.add(`${name}${ending}`, relocate(definition, ending));
    }
    return relocate(rest, ending);
  }

  /** Throws if two schemas share a name. */
  add(name: string, schema: JsonSchema): JsonSchema {
    const known = this.schemas[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`two schemas are named ${name}`);
    }
    this.schemas[name] = schema;
    return { $ref: `${COMPONENTS}${name}` };
  }
}

const COMPONENTS = '#/components/schemas/';

/** zod puts named schemas in `$defs`. */
function relocate(schema: object, ending: string): JsonSchema {
  const text = JSON.stringify(schema);
  return JSON.parse(
    text.replaceAll(/"\$ref":"#\/\$defs\/([^"]+)"/g, (_, name) => `"$ref":"${COMPONENTS}${name}${ending}"`),
  );
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_LENGTH },
  description: 'The same request with the same key is carried out once within 24 hours.',
};

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'ETag of an earlier answer.',
};

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'ETag of the revision to change; another one is refused with 412.',
};

const FILE_SCHEMAS: Readonly<Record<NonNullable<Route['mediaType']>, JsonSchema>> = {
  'application/pdf': { type: 'string', format: 'binary' },
  'application/json': { type: 'object' },
  'application/zip': { type: 'string', format: 'binary' },
};

const BEARER = { bearer: [] };
const SESSION = { session: [], page: [] };

const SECURITY: Readonly<Record<Scope, readonly object[]>> = {
  read: [BEARER, SESSION],
  write: [BEARER, SESSION],
  token: [BEARER],
  session: [SESSION],
  page: [{ page: [] }],
  operator: [{ operator: [] }],
  public: [],
};

const ACCESS: Readonly<Record<Scope, string>> = {
  read: 'Needs a token with the scope `read`, or the session of a browser.',
  write: 'Needs a token with the scope `write`, or the session of a browser.',
  token: 'Needs a token of any scope.',
  session: 'Needs the session of a browser.',
  page: 'For the pages of this service.',
  operator: 'For the operator: needs the token of OPERATOR_TOKEN.',
  public: 'Needs no token.',
};

/** The schemas of the route become the components `<OperationId>Request` and `<OperationId>Answer`. */
export function describeOperation(operationId: string, route: Route, components: SchemaComponents) {
  const name = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  const parameters = [
    ...describeParameters('path', route.schemas.params, components),
    ...describeParameters('query', queryOf(route), components),
    ...(route.idempotent === true ? [IDEMPOTENCY_KEY] : []),
    ...(route.conditional === true ? [IF_NONE_MATCH] : []),
    ...(route.errors.includes('precondition_failed') ? [IF_MATCH] : []),
  ];
  return {
    operationId,
    summary: route.summary,
    description: describeAccess(route),
    tags: [tagOf(route)],
    security: SECURITY[route.scope],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...describeRequest(name, route, components, EXAMPLES[operationId]?.request),
    responses: {
      [route.status]: describeSuccess(name, route, components, EXAMPLES[operationId]?.answer),
      ...(route.head === true ? { 206: { description: 'The range.', ...fileContent(route) } } : {}),
      ...(route.conditional === true ? { 304: { description: 'As in the answer with that ETag.' } } : {}),
      ...describeErrors(route, components),
    },
  };
}

function describeAccess({ scope, source, idempotent, conditional }: Route): string {
  return [
    ACCESS[scope],
    ...(conditional === true ? ['Answers 304 to the `ETag` of the same answer.'] : []),
    ...(idempotent === true ? ['With an `Idempotency-Key` it can be sent again after a lost answer.'] : []),
    ...(source === 'ours' ? ['Not in the specification of the interface.'] : []),
  ].join(' ');
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
      description,
    };
  });
}

function describeRequest(name: string, route: Route, components: SchemaComponents, example: unknown): object {
  const { schemas } = route;
  if (schemas.form !== undefined) {
    const schema = components.add(`${name}Request`, describeForm(schemas.form, components));
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (schemas.fields !== undefined) {
    const schema = components.add(`${name}Request`, components.describe(schemas.fields, 'input'));
    return { requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema } } } };
  }
  const body = bodyOf(route);
  if (body === undefined) return {};
  const schema = components.add(`${name}Request`, components.describe(body, 'input'));
  const required = !body.safeParse({}).success;
  return {
    requestBody: { required, content: { 'application/json': { schema, ...exampleMember(example) } } },
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
    const location = { description: 'The address to open next.', schema: { type: 'string', format: 'uri' } };
    return { description: route.summary, headers: { location } };
  }
  if (answer === undefined) return { description: route.summary, ...fileContent(route) };
  const schema = components.add(`${name}Answer`, components.describe(answer, 'output'));
  return {
    description: route.summary,
    content: { 'application/json': { schema, ...exampleMember(example) } },
  };
}

function fileContent({ mediaType }: Route): object {
  return mediaType === undefined ? {} : { content: { [mediaType]: { schema: FILE_SCHEMAS[mediaType] } } };
}

function describeErrors(route: Route, components: SchemaComponents): Record<string, object> {
  const body = route.errorShape === undefined ? errorBody : oauthErrorBody;
  const name = route.errorShape === undefined ? 'Error' : 'OAuthError';
  const reference = components.add(name, components.describe(body, 'output'));
  const byStatus = Object.groupBy(answerableErrors(route), (code) => ERROR_STATUSES[code]);
  const entries = Object.entries(byStatus).map(([status, codes = []]) => [
    status,
    describeError(codes, Number(status), reference, route),
  ]);
  return Object.fromEntries(entries);
}

function describeError(
  codes: readonly ErrorCode[],
  status: number,
  reference: JsonSchema,
  route: Route,
): object {
  const examples = codes.flatMap((code) =>
    Object.entries({ [code]: {}, ...MORE_EXAMPLE_PARAMS[code] }).map(([name, params]) => [
      name,
      { value: exampleOf(code, status, route, params) },
    ]),
  );
  const schema = { allOf: [reference, { type: 'object', properties: { errorCode: { enum: codes } } }] };
  return {
    description: codes
      .map((code) => `${code}: ${ERRORS[code] === 'passing' ? 'try again later' : 'final'}`)
      .join('; '),
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
  };
}

function exampleOf(
  code: ErrorCode,
  status: number,
  { errorShape: shape, scope }: Route,
  params: object,
): object {
  const message = errorMessage('en', code, { ...EXAMPLE_PARAMS, scope, ...params });
  const body = { success: false, message, code: status, errorCode: code };
  if (shape === undefined) return body;
  const isMetadata = shape === 'registration' && code === 'invalid_request';
  const error = isMetadata ? 'invalid_client_metadata' : toOAuthError(code);
  return { error, error_description: message, ...body };
}
