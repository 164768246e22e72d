import { NOT_FOUND_STYLE, renderNotFoundPage } from '@countersign/i18n';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import { sendError } from '../errors/error-response.ts';
import { chooseErrorLanguage } from '../request/choose-language.ts';
import { readQualities } from '../request/quality-values.ts';
import { sendPage } from './security-headers.ts';

/** Addresses that programs call. */
const API_PATHS = ['/v1', '/oauth', '/.well-known'];

/** A page for people who follow a link, JSON for everything else. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = request.url.split('?');
  const isCalledByPrograms = API_PATHS.some((start) => path === start || path.startsWith(`${start}/`));
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || isCalledByPrograms || !prefersHtml(request.headers.accept ?? ''))
    return sendError(new ApiError('route_not_found'), request, reply);
  return sendPage(reply.code(404), renderNotFoundPage(chooseErrorLanguage(request)), {
    style: NOT_FOUND_STYLE,
  });
}

/** RFC 9110 12.5.1. Browsers name HTML, and accept everything else less; others name it not, or no more than JSON. */
export function prefersHtml(accept: string): boolean {
  const qualities = new Map(readQualities(accept));
  const json = ['application/json', 'application/*', '*/*'].find((type) => qualities.has(type)) ?? '';
  return (qualities.get('text/html') ?? 0) > (qualities.get(json) ?? 0);
}
