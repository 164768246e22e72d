import { z } from 'zod';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export function isHttpsOrLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

/** Secrets and personal data are sent there: https, or http on this machine. */
export const providerUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => isHttpsOrLoopback(new URL(url)), { message: 'must begin with https://' });
