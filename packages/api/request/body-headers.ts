import { refusal } from '@countersign/signing';
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../errors/request-rules.ts';

/** Bytes of the body of a refused request that are read for its `errorLanguage`. */
const MAX_REFUSED_BODY_BYTES = 16 * 1024;

/** Whether the headers announce a body. */
export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether the body is known to be short enough to be read although the request is refused. */
export function hasShortBody({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return false;
  return Number(headers['content-length'] ?? 0) <= MAX_REFUSED_BODY_BYTES;
}

/** Bytes of a boundary. RFC 2046 5.1.1 allows 70; longer ones are taken as long as the parser can search for them. */
const MAX_BOUNDARY_BYTES = 200;

/** Refuses headers by which no body can be read. Throws `invalid_request`. */
export function refuseUnreadableBodies({ headers }: FastifyRequest): void {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding !== 'identity') throw refusal(invalidRequest('content_encoding'));
  const [, boundary = ''] = /;\s*boundary=([^;]*)/i.exec(headers['content-type'] ?? '') ?? [];
  if (boundary.length > MAX_BOUNDARY_BYTES) throw refusal(invalidRequest('multipart_boundary'));
}

/** Refuses a body that is not JSON, whatever parsers there are for other operations. Throws `invalid_request`. */
export function refuseOtherMediaTypes(request: FastifyRequest): void {
  const mediaType = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (hasBody(request) && mediaType !== 'application/json')
    throw refusal(invalidRequest('json_content_type'));
}
