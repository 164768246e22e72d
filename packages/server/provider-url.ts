import { isLoopbackHost } from '@countersign/adapters/safe-fetch';
import { z } from 'zod';

export function isHttpsOrLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

/** Paths are appended. */
export function withoutTrailingSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

/** Secrets and personal data are sent there: https, or http on this machine. */
export const providerUrl = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((url) => isHttpsOrLoopback(new URL(url)), { message: 'must begin with https://' });

export const providerApi = providerUrl.transform(withoutTrailingSlash);
