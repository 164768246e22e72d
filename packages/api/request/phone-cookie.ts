import { SigningError } from '@countersign/signing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathBelow, readCookie, setCookie } from './cookies.ts';

const COOKIE_NAME = 'phone_session';

/** Throws `handover_not_found`. */
export function readPhoneSecret(request: FastifyRequest): string {
  const secret = readCookie(request, COOKIE_NAME);
  if (secret === null) throw new SigningError('handover_not_found');
  return secret;
}

export function keepPhoneSecret(reply: FastifyReply, secret: string, baseUrl: string): void {
  const path = pathBelow(baseUrl, '/phone');
  setCookie(reply, COOKIE_NAME, secret, { url: baseUrl, path, sameSite: 'Strict' });
}
