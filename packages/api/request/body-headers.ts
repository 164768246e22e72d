import { refusal } from '@countersign/signing';
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../errors/request-rules.ts';

/** Read for its `errorLanguage`. */
const MAX_REFUSED_BODY_BYTES = 16 * 1024;

export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

export function hasShortBody({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return false;
  return Number(headers['content-length'] ?? 0) <= MAX_REFUSED_BODY_BYTES;
}

/** RFC 2046 5.1.1 allows 70; the parser accepts more. */
const MAX_BOUNDARY_BYTES = 200;

export function refuseUnreadableBodies({ headers }: FastifyRequest): void {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding !== 'identity') throw refusal(invalidRequest('content_encoding'));
  const [, boundary = ''] = /;\s*boundary=([^;]*)/i.exec(headers['content-type'] ?? '') ?? [];
  if (boundary.length > MAX_BOUNDARY_BYTES) throw refusal(invalidRequest('multipart_boundary'));
}

export function refuseOtherMediaTypes(request: FastifyRequest): void {
  if (hasBody(request) && readMediaType(request) !== 'application/json')
    throw refusal(invalidRequest('json_content_type'));
}

export function refuseAllButForms(request: FastifyRequest): void {
  if (hasBody(request) && readMediaType(request) !== 'application/x-www-form-urlencoded')
    throw refusal(invalidRequest('form_content_type'));
}

function readMediaType({ headers }: FastifyRequest): string | undefined {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
}
