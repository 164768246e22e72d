import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { withOrigin } from '@countersign/base';
import { SigningError } from '@countersign/signing';
import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Fastify from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { closePromptly, watchAnswers } from './answer-watch.ts';
import { serveAssets } from './assets.ts';
import type { ApiDeps, TrustedProxies } from './deps.ts';
import { answerClientError, sendError } from './errors/error-response.ts';
import { describeApi } from './openapi/describe-api.ts';
import { createRequestLimiter } from './rate-limits.ts';
import { compileValidator, registerRoutes } from './register-routes.ts';
import { authenticate } from './request/authenticate.ts';
import { parseBoundedJson } from './request/body.ts';
import { watchBodies } from './request/body-watch.ts';
import { refuseOddHosts } from './request/client-address.ts';
import { MAX_FORM_VALUE_BYTES } from './request/receive-upload.ts';
import type { Route } from './route.ts';
import { operations, routes } from './routes/index.ts';
import { locateResourceMetadata } from './routes/well-known.ts';
import { JSON_BODY_LIMIT } from './schemas/parts.ts';
import { sendNotFound, setSecurityHeaders } from './send-page.ts';

/** The file, errorLanguage, and some unknown ones. */
const MAX_FORM_PARTS = 20;
/** A download address has a file name of 255 characters, percent- and base64-encoded. */
const MAX_PARAM_LENGTH = 4096;
/** Node's checks for slow headers. */
const MAX_CHECKING_MS = 5_000;
const MAX_PART_HEADERS = 20;

/** Without factories, Fastify loads compilers of its own, which no route uses. */
const noCompiler = (): never => {
  throw new TypeError('the compilers of schemas are set');
};

export async function createApi(deps: ApiDeps): Promise<FastifyInstance> {
  const { transfer } = deps.settings;
  const app = Fastify({
    loggerInstance: deps.logger,
    // Addresses hold tokens: log the route instead.
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_BODY_LIMIT,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
    trustProxy: describeProxies(deps.settings.trustProxy),
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    // Fastify would answer without `Retry-After`.
    return503OnClosing: false,
    genReqId: (request) => chooseRequestId(request, deps.settings.trustProxy),
    frameworkErrors: sendError,
    http: {
      headersTimeout: transfer.headersMs,
      // Node's own response has no body; that of `refuseOddHosts` has.
      requireHostHeader: false,
      connectionsCheckingInterval: Math.min(MAX_CHECKING_MS, transfer.headersMs),
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, deps.logger),
  });
  app.server.maxConnections = transfer.maxConnections;
  app.decorate('resourceMetadataUrl', locateResourceMetadata(deps.settings.baseUrl));
  ignoreExpectations(app);
  parseBoundedJson(app);
  parseForms(app);
  app.setErrorHandler(sendError);
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(serializerCompiler);
  const isClosing = closePromptly(app);
  watchBodies(app, transfer, deps.settings.maxFileBytes);
  watchAnswers(app, transfer);
  decorateRequests(app);
  addHooks(app, deps, isClosing);
  await registerPlugins(app);
  await serveAssets(app, deps.web.directory);
  registerRoutes(app, listServed(deps), {
    ...deps,
    describe: describeOnce(deps.settings.baseUrl),
  });
  return app;
}

/** Describes on the first request, because that would take most of the time of a start. */
function describeOnce(baseUrl: string): () => string {
  let description: string | undefined;
  return () => {
    description ??= JSON.stringify(describeApi(operations, baseUrl));
    return description;
  };
}

function listServed({ settings }: ApiDeps): readonly Route[] {
  return settings.serves === 'everything' ? routes : [operations.getHealth, operations.getReadiness];
}

/** RFC 9110 10.1.1: unknown expectations may be ignored; Node would send 417 without a body. */
function ignoreExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Counts hops as fastify does; hop 0 is the peer of the connection. */
function describeProxies(
  proxies: TrustedProxies,
): string[] | false | ((address: string, hop: number) => boolean) {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  return proxies === false ? false : [...proxies];
}

/** Parses forms for the routes that take them; others refuse the media type first. */
function parseForms(app: FastifyInstance): void {
  const parse = async (request: FastifyRequest, body: string) => {
    request.form = new URLSearchParams(body);
    return Object.fromEntries(request.form);
  };
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, parse);
}

function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('confirmAccess', async () => undefined);
  app.decorateRequest('form', null);
  app.decorateRequest('formLanguage', null);
  app.decorateRequest('holder', null);
  app.decorateRequest('counted', undefined);
  app.decorateRequest('isBeingRead', false);
  app.decorateRequest('accountOfSignee', null);
  app.decorateRequest('rawBody', null);
  app.decorateRequest('refusal', null);
  app.decorateRequest('requestWarnings', null);
  app.decorateRequest('observed', undefined);
  app.decorateRequest('errorCode', undefined);
}

/** These are the characters of ids that proxies make, and none that the log would have to escape. */
const REQUEST_ID = /^[\w.:/=+-]{8,128}$/;

/** A request keeps the id that a trusted proxy gave it, so that both logs name it alike. */
function chooseRequestId({ headers }: IncomingMessage, proxies: TrustedProxies): string {
  const given = headers['x-request-id'];
  const isKept = proxies !== false && typeof given === 'string' && REQUEST_ID.test(given);
  return isKept ? given : randomUUID();
}

/** What runs for a request, and the jobs that it enqueues, know its id. */
function keepOrigins(app: FastifyInstance, { observer, settings }: ApiDeps): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const isKept = settings.trustProxy !== false && typeof traceparent === 'string';
    const observed = observer?.begin(request.id, isKept ? traceparent : undefined);
    request.observed = observed;
    withOrigin(observed?.origin ?? { requestId: request.id }, done);
  });
}

function addHooks(app: FastifyInstance, deps: ApiDeps, isClosing: () => boolean): void {
  const limitRequest = createRequestLimiter(deps);
  keepOrigins(app, deps);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    setSecurityHeaders(reply, deps.settings.baseUrl);
    refuseOddHosts(request);
    refuseBeforeStart(request, deps);
    if (isClosing()) throw new SigningError('service_busy');
    await authenticate(deps, request);
    await limitRequest(request, reply);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, errorCode } = request;
    const answer = { method, route: routeOptions.url, status: reply.statusCode };
    request.observed?.end({ ...answer, errorCode, seconds: reply.elapsedTime / 1_000 });
    request.log.info({ ...answer, milliseconds: Math.round(reply.elapsedTime) }, 'answered');
  });
}

/** [D12-09] After 401 a client would forget a token that is valid in a moment. */
function refuseBeforeStart({ url }: FastifyRequest, { isStarted }: ApiDeps): void {
  if (isStarted?.() !== false) return;
  if (/^\/(?:v1|oauth)(?:[/?]|$)/.test(url)) throw new SigningError('service_busy');
}

async function registerPlugins(app: FastifyInstance): Promise<void> {
  // The product counts the bytes and throws file_too_large.
  await app.register(fastifyMultipart, {
    limits: {
      fileSize: Number.POSITIVE_INFINITY,
      parts: MAX_FORM_PARTS,
      fieldSize: MAX_FORM_VALUE_BYTES,
      headerPairs: MAX_PART_HEADERS,
    },
  });
  app.setNotFoundHandler(sendNotFound);
}
