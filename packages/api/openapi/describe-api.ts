import {
  EVENT_TYPES,
  type EventType,
  isSigneeEvent,
  RETRY_DELAYS_SECONDS,
  TEST_EVENT_TYPE,
} from '@countersign/signing';
import { PAGE_HEADER, sessionCookieName } from '../request/client.ts';
import type { Route } from '../route.ts';
import { webhookPayload } from '../schemas/webhook.ts';
import { describeOperation, type JsonSchema, SchemaComponents, tagOf } from './describe-operation.ts';

const SIGNATURE = `Hex HMAC-SHA256 of \`{X-Service-Timestamp}.{raw body}\`, keyed with the \`signingSecret\` of the webhook. Compare it in constant
time with the body as it came, before it is parsed, and refuse a time that is more than five minutes away.`;

const RETRY_SECONDS = RETRY_DELAYS_SECONDS.reduce((sum, delay) => sum + delay, 0);
const RETRIES = `${RETRY_DELAYS_SECONDS.length} times in ${Math.round(RETRY_SECONDS / 3600)} hours`;

const SUMMARIES: Readonly<Record<EventType | typeof TEST_EVENT_TYPE, string>> = {
  'document.created': 'A document was sent',
  'document.opened': 'A signee who may sign opened the document first',
  'document.signed': 'A signee signed',
  'document.completed': 'The sealed file is available',
  'document.declined': 'A signee declined; `document.revoked` follows',
  'document.revoked': 'The document was withdrawn or declined, or expired',
  'document.deleted': 'The document was removed',
  'webhook.test': 'You asked for a delivery to try the webhook out',
};

const TYPES = [...EVENT_TYPES, TEST_EVENT_TYPE] as const;

const PARAMETERS = [
  {
    name: 'User-Agent',
    in: 'header',
    required: true,
    description: '`Countersign/` and the version of the service.',
    schema: { type: 'string', pattern: '^Countersign/\\d' },
    example: 'Countersign/0.1.0',
  },
  {
    name: 'X-Service-Webhook-Id',
    in: 'header',
    required: true,
    description: 'The `webhookId`: a receiver of several webhooks finds the secret by it.',
    schema: { type: 'string', format: 'uuid' },
  },
  {
    name: 'X-Service-Timestamp',
    in: 'header',
    required: true,
    description: 'Unix time of this attempt, in seconds.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  {
    name: 'X-Service-Signature',
    in: 'header',
    required: true,
    description: SIGNATURE,
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
];

const EXAMPLE_DATA = {
  documentId: 'e5871d45-13dc-493b-9af7-91cf9e3cc2dc',
  accountId: '1d5375a1-52ba-4e46-a8bc-a2ec216a1a50',
  userId: 'c878c03c-4bf7-4a84-92b5-571b3c48f22d',
};

function describeWebhooks(components: SchemaComponents): Record<string, object> {
  const schema = components.add('WebhookPayload', components.describe(webhookPayload, 'output'));
  return Object.fromEntries(TYPES.map((type) => [type, { post: describeEvent(type, schema) }]));
}

function describeEvent(type: keyof typeof SUMMARIES, schema: JsonSchema): object {
  const example = {
    event: { eventId: '1f2a6f0e-6a9c-4a39-9b7c-0d8f6b2f7c11', type, date: '2026-11-22T19:18:26.200Z' },
    data: {
      ...EXAMPLE_DATA,
      ...(type === TEST_EVENT_TYPE ? { documentId: null } : {}),
      signeeId: isSigneeEvent(type) ? 'b14bf17b-4101-41da-a73e-823483612f97' : null,
    },
  };
  return {
    operationId: type.replace(/\.(.)/, (_, first: string) => first.toUpperCase()),
    summary: SUMMARIES[type],
    tags: ['webhooks'],
    security: [],
    parameters: PARAMETERS,
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      '2XX': { description: 'The event was received; within 10 seconds.' },
      '4XX': {
        description: `Any other answer, a redirect too, is a failure: the service tries again ${RETRIES}.`,
      },
    },
  };
}

/** The version of the API, not of this service [9-01]. */
const INTERFACE_VERSION = '1.2.0';

const TAGS: Readonly<Record<string, string>> = {
  auth: 'Access tokens.',
  account: 'The account, its users, API keys and capabilities.',
  users: 'The user whose token it is.',
  files: 'PDFs to be signed. Sizes are in bytes; a file has at most 50 MB (52,428,800 bytes).',
  docs: 'Documents sent for signing. Lengths on a page are in points (1/72 inch) from its top left corner.',
  webhooks: 'Events, sent by HTTP POST to addresses of yours.',
  operation: 'For operators of the service.',
  operator: 'Accounts of the service, for its operator.',
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
      description: TAGS[name],
    })),
    paths,
    webhooks: describeWebhooks(components),
    components: {
      schemas: components.schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The `access_token` of POST /v1/auth/token.' },
        operator: {
          type: 'http',
          scheme: 'bearer',
          description: 'OPERATOR_TOKEN of the settings. Unset: these operations answer 404.',
        },
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
