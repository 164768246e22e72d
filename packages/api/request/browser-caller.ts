import type { SessionHolder } from '@countersign/identity';
import type { FastifyRequest } from 'fastify';
import type { RouteDeps } from '../deps.ts';
import { readSessionCookie } from './browser.ts';

/** For addresses that browsers open from other sites. Such a request decides nothing: only our pages do. */
export async function findBrowserCaller(
  { identity, settings }: RouteDeps,
  request: FastifyRequest,
): Promise<SessionHolder | null> {
  const id = readSessionCookie(request, settings.baseUrl);
  return id === null ? null : identity.sessions.findHolder(id);
}
