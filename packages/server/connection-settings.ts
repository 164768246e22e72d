import { isIP } from 'node:net';
import type { TransferLimits, TrustedProxies } from '@countersign/api';
import { z } from 'zod';
import { wholeNumber } from './whole-number.ts';

const MS_PER_SECOND = 1_000;
/** In Fastify. */
const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal'];
const MAX_PROXIES = 10;

export const CONNECTION_SETTINGS = {
  TRUST_PROXY: z.string().default('false').transform(parseProxies),
  REQUEST_HEADERS_SECONDS: wholeNumber(1, 3_600).default(30),
  REQUEST_IDLE_SECONDS: wholeNumber(1, 3_600).default(30),
  REQUEST_MIN_BYTES_PER_SECOND: wholeNumber(1, 1_000_000).default(16_384),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).default(1_000),
};

export function readTransferLimits(
  settings: z.output<z.ZodObject<typeof CONNECTION_SETTINGS>>,
): TransferLimits {
  return {
    headersMs: settings.REQUEST_HEADERS_SECONDS * MS_PER_SECOND,
    bodyIdleMs: settings.REQUEST_IDLE_SECONDS * MS_PER_SECOND,
    minBytesPerSecond: settings.REQUEST_MIN_BYTES_PER_SECOND,
    maxConnections: settings.MAX_CONNECTIONS,
  };
}

/** Not `true`: clients can forge the start of X-Forwarded-For. */
function parseProxies(text: string, context: z.RefinementCtx): TrustedProxies {
  if (['false', '0'].includes(text)) return false;
  if (/^\d+$/.test(text) && Number(text) <= MAX_PROXIES) return Number(text);
  const networks = text.split(',').map((network) => network.trim());
  if (networks.every(isNetwork)) return networks;
  const message = `expected false, the number of proxies (1 to ${MAX_PROXIES}), or their addresses and networks such as 10.0.0.0/8`;
  context.addIssue({ code: 'custom', message });
  return false;
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0) return NETWORK_NAMES.includes(text);
  if (rest.length > 0) return false;
  return (
    prefix === undefined ||
    (/^\d+$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (family === 4 ? 32 : 128))
  );
}
