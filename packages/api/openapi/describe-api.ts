import { PAGE_HEADER, sessionCookieName } from '../request/browser.ts';
import type { Route } from '../route.ts';
import { describeOperation, tagOf } from './describe-operation.ts';
import { describeWebhooks } from './describe-webhooks.ts';
import { SchemaComponents } from './schema-components.ts';

/** Of the API, not of this service [9-01]. */
const INTERFACE_VERSION = '1.2.0';

const TAGS: Readonly<Record<string, string>> = {
  auth: 'Access tokens.',
  account: 'The account, its users, API keys and capabilities.',
  users: 'The user whose token it is.',
  files: 'PDFs to be signed. Sizes are in bytes; a file has at most 50 MB (52,428,800 bytes).',
  docs: 'Documents sent for signing. Lengths on a page are in points (1/72 inch) from its top left corner.',
  webhooks: 'Events, sent by HTTP POST to addresses of yours.',
  operation: 'For operators of the service.',
  links: 'Public links: one address at which many people sign, each a document of their own.',
  templates: 'Documents to be sent again and again.',
};

export function describeApi(operations: Readonly<Record<string, Route>>, baseUrl: string) {
  const components = new SchemaComponents();
  const paths: Record<string, Record<string, object>> = {};
  const listed = Object.entries(operations).filter(([, route]) => route.hidden !== true);
  for (const [operationId, route] of listed) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: describeOperation(operationId, route, components),
    };
  }
  const tags = new Set([...listed.map(([, route]) => tagOf(route)), 'webhooks']);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Countersign',
      version: INTERFACE_VERSION,
      description: 'Send PDF documents for electronic signature and follow them until they are sealed.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: [...tags].map((name) => ({
      name,
      ...(TAGS[name] === undefined ? {} : { description: TAGS[name] }),
    })),
    paths,
    webhooks: describeWebhooks(components),
    components: {
      schemas: components.schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The `access_token` of POST /v1/auth/token.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieName(baseUrl),
          description: 'The session of a browser that signed in at a page of this service.',
        },
        page: {
          type: 'apiKey',
          in: 'header',
          name: PAGE_HEADER,
          description: 'Always `1`, and beside a session: other sites cannot send it.',
        },
      },
    },
  };
}
