import { readdirSync, readFileSync } from 'node:fs';
import SwaggerParser from '@apidevtools/swagger-parser';
import { SIGNATURE_METHODS } from '@countersign/signing';
import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import type { Route } from '../route.ts';
import { operations } from '../routes/index.ts';
import { bodyOf } from '../schemas/parts.ts';
import { describeApi } from './describe-api.ts';
import { EXAMPLES } from './examples.ts';

const description = describeApi(operations, 'http://localhost:8080');
const listed = Object.values(description.paths).flatMap((methods) => Object.values(methods));

function route(id: string): Route {
  const found = (operations as Record<string, Route>)[id];
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
}

describe('the description of the API', () => {
  it('is valid for the linter of Redocly', async () => {
    // A success may be a redirect; test servers are on this machine.
    // The specification has /docs/{documentId}/file beside /docs/drafts/{draftId}; no document has the id `drafts`.
    const rules = {
      'operation-2xx-response': 'off',
      'no-server-example.com': 'off',
      'no-ambiguous-paths': 'off',
    } as const;
    const config = await createConfig({ extends: ['recommended'], rules });
    const document = makeDocumentFromString(JSON.stringify(description), 'openapi.json');
    const problems = await lintDocument({ document, config, externalRefResolver: new BaseResolver() });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  it('is valid OpenAPI 3.1 for swagger-parser', async () => {
    await expect(SwaggerParser.validate(structuredClone(description) as never)).resolves.toMatchObject({
      openapi: '3.1.0',
    });
  });

  it('names every operation once, and lists no page for people', () => {
    const ids = listed.map((operation) => (operation as { operationId: string }).operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(
      Object.keys(operations).filter((id) => (operations as Record<string, Route>)[id]?.hidden !== true),
    );
  });

  it('are all routes that are defined, each under a name of its own', () => {
    const folder = new URL('../routes/', import.meta.url);
    const sources = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
    const defined = sources.flatMap((source) => [...source.matchAll(/^const \w+ = defineRoute\(/gm)]);
    expect(Object.keys(operations)).toHaveLength(defined.length);
  });

  it.each(Object.entries(EXAMPLES))(
    'has examples of %s that its schemas accept',
    (id, { request, answer }) => {
      const { schemas } = route(id);
      if (request !== undefined) bodyOf(route(id))?.parse(request);
      if (answer !== undefined) expect(schemas.answer?.parse(answer)).toEqual(answer);
      const [operation] = listed.filter((one) => (one as { operationId: string }).operationId === id);
      for (const example of [request, answer]) {
        if (example !== undefined) expect(JSON.stringify(operation)).toContain(JSON.stringify(example));
      }
    },
  );

  it('has examples of errors that say what there is instead', () => {
    const text = JSON.stringify(description.paths);
    for (const said of [
      'no form field named “plan”. The nearest name is “plan_name”.',
      '“Gold” is not one of the options of the form field “plan”. Choose one of: Basic, Plus.',
      'has no page 3 (counted from 0). It has 2 pages, numbered from 0.',
      'The file is empty. Upload a PDF document.',
      'The file is not a PDF. Upload a PDF document.',
    ])
      expect(text).toContain(said);
  });

  it('says of every operation who may call it, and asks for a session and the header of pages together', () => {
    for (const operation of listed as { operationId: string; description: string; security: object[] }[]) {
      expect(operation.description, operation.operationId).toMatch(/^(Needs|For) /);
      const { scope } = route(operation.operationId);
      const takesSession = ['read', 'write', 'session'].includes(scope);
      expect(operation.security.some((one) => 'session' in one && 'page' in one)).toBe(takesSession);
      expect(operation.security.some((one) => 'bearer' in one)).toBe(
        ['read', 'write', 'token'].includes(scope),
      );
    }
    expect(Object.keys(description.components.securitySchemes)).toEqual([
      'bearer',
      'operator',
      'session',
      'page',
    ]);
  });

  it('says which capability a signature type needs', () => {
    const { SigneeDetailsInput } = description.components.schemas;
    for (const { type, capability } of SIGNATURE_METHODS) {
      if (capability === null) continue;
      expect(JSON.stringify(SigneeDetailsInput)).toContain(
        `\`${type}\` needs the capability \`${capability}\``,
      );
    }
  });

  // Generated clients took files for empty answers.
  it('says which answers are files, and that their ranges are 206', () => {
    expect(description.paths['/v1/docs/{documentId}/file']?.get).toMatchObject({
      responses: {
        200: { content: { 'application/pdf': { schema: { format: 'binary' } } } },
        206: { content: { 'application/pdf': { schema: { format: 'binary' } } } },
      },
    });
  });

  // Examples said that a box is on "page none" and that a token lacks the scope "none".
  it('has a value in each message of an error', () => {
    expect(JSON.stringify(description.paths)).not.toMatch(/"message":"[^"]*\bnone\b/);
  });

  it('[6-05] [6-06] tells receivers of webhooks how deliveries are signed', () => {
    const { post } = description.webhooks['document.signed'] as { post: { parameters: { name: string }[] } };
    expect(post.parameters.map(({ name }) => name)).toEqual([
      'User-Agent',
      'X-Service-Webhook-Id',
      'X-Service-Timestamp',
      'X-Service-Signature',
    ]);
    expect(JSON.stringify(post)).toContain('HMAC-SHA256');
  });
});
