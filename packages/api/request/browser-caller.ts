import type { SessionHolder } from '@countersign/identity';
import type { FastifyRequest } from 'fastify';
import type { RouteDeps } from '../deps.ts';
import { readSessionCookie } from './browser.ts';

/**
 * Returns the user of the session, for addresses that browsers open from other sites; null without one. Such a request
 * decides nothing: only our pages do.
 */
export async function findBrowserCaller(
  { identity, settings }: RouteDeps,
  request: FastifyRequest,
): Promise<SessionHolder | null> {
  const id = readSessionCookie(request, settings.baseUrl);
  return id === null ? null : identity.sessions.findHolder(id);
}
