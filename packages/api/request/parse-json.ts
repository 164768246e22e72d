import { refusal } from '@countersign/signing';
import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '../errors/request-rules.ts';
import { refuseComplexJson } from './body-complexity.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** If the route keeps it. */
    rawBody: Uint8Array | null;
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** fastify's text parser would accept a text as body. */
export function parseBoundedJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    // Many clients send the header without a body.
    if (bytes.length === 0) {
      done(null);
      return;
    }
    if (request.routeOptions.config.route?.keepsRawBody === true) request.rawBody = bytes;
    let text: string;
    try {
      text = decodeUtf8(bytes);
      refuseComplexJson(text);
    } catch (error) {
      done(error as Error);
      return;
    }
    parse(request, text, done);
  });
}

/** RFC 8259 8.1: UTF-8 only. Throws `invalid_request`. */
function decodeUtf8(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch (error) {
    throw refusal(invalidRequest('json_encoding'), undefined, { cause: error });
  }
}
