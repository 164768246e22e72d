import { z } from 'zod';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether what is sent there is encrypted or stays on this machine. */
export function isHttpsOrLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

/** An address that secrets and personal data are sent to: https, or http on this machine, for tests and proxies. */
export const providerUrl = z
  .url({ protocol: /^https?$/ })
  .refine((url) => isHttpsOrLoopback(new URL(url)), { message: 'must begin with https://' });
