import type { ClamdAddress } from '@countersign/adapters/virus-scan';
import { z } from 'zod';

export const VIRUS_SCAN_SETTINGS = {
  CLAMD_ADDRESS: z.string().transform(parseClamdAddress).optional(),
};

/** `host:port`, or the path of a Unix socket. */
function parseClamdAddress(text: string, context: z.RefinementCtx): ClamdAddress {
  if (text.startsWith('/')) return { path: text };
  const { hostname = '', port = '' } = URL.parse(`tcp://${text}`) ?? {};
  if (hostname === '' || port === '')
    context.addIssue({ code: 'custom', message: 'expected host:port or the path of a socket' });
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
}
