import { refusal } from '@countersign/signing';
import type { FastifyInstance } from 'fastify';
import { invalidRequest } from '../errors/request-rules.ts';
import { refuseComplexJson } from './body-complexity.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Replaces fastify's parsers: its text parser would accept a text as body. */
export function parseBoundedJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    // Some clients send the header with DELETE.
    if (bytes.length === 0 && request.routeOptions.config.route?.schemas.body === undefined) {
      done(null);
      return;
    }
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
