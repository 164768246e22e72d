import type { Visitor } from '@countersign/signing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readClientAddress, readClientNetwork } from './client-address.ts';
import { pathBelow, readCookie, setCookie } from './cookies.ts';

const COOKIE_NAME = 'signing_session';
/** Empty in the first request of a frame. */
const FRAME_HEADER = 'countersign-signing-session';

/**
 * By a cookie (SameSite=Strict), which scripts cannot read and browsers send with the PDF and downloads. Its
 * path is that of the link, so links do not share sessions.
 */
export function readVisitor(
  request: FastifyRequest,
  reply: FastifyReply,
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
): Visitor {
  const path = pathBelow(baseUrl, `/sign/${encodeURIComponent(token)}`);
  return {
    ...describeClient(request),
    sessionId: readCookie(request, COOKIE_NAME),
    onSession: (id) => setCookie(reply, COOKIE_NAME, id, { url: baseUrl, path, sameSite: 'Strict' }),
  };
}

/**
 * For frames in other sites, where browsers block cookies: the script keeps the id. Other sites cannot send
 * the header without CORS.
 */
export function readFramedVisitor(request: FastifyRequest, reply: FastifyReply): Visitor | undefined {
  const id = request.headers[FRAME_HEADER];
  if (typeof id !== 'string') return undefined;
  return {
    ...describeClient(request),
    sessionId: id === '' ? null : id,
    onSession: (begun) => reply.header(FRAME_HEADER, begun),
  };
}

function describeClient(request: FastifyRequest): Pick<Visitor, 'network' | 'origin'> {
  const origin = { ipAddress: readClientAddress(request), userAgent: request.headers['user-agent'] ?? '' };
  return { network: readClientNetwork(request), origin };
}
