import { z } from 'zod';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** An address that secrets and personal data are sent to: https, or http on this machine, for tests and proxies. */
export const providerUrl = z.url({ protocol: /^https?$/ }).refine(
  (url) => {
    const { protocol, hostname } = new URL(url);
    return protocol === 'https:' || LOOPBACK.test(hostname);
  },
  { message: 'must begin with https://' },
);
