import { BUSY, FILE_FAULTS, fieldValues, PROOF_FAULTS, type Signing } from '@countersign/signing';
import { z } from 'zod';
import { readClientAddress, readClientNetwork } from '../../request/client-address.ts';
import type { RouteInput, Scope } from '../../route.ts';
import { errorLanguage } from '../../schemas/text.ts';

export const proofParams = z.object({ token: z.string(), proofId: z.uuid() });

/** Of several files. */
export const uploadPart = z.object({ part: z.string().max(40).default('') });
export const uploadForm = z.object({ errorLanguage });

export const proofInput = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), fieldValues]))
  .optional();

export const PROOF_ERRORS = [
  ...FILE_FAULTS,
  ...BUSY,
  ...PROOF_FAULTS,
  'link_not_found',
  'verification_required',
  'document_not_signable',
  'already_signed',
  'not_your_turn',
] as const;

type Origin = Parameters<Signing['proofs']['start']>[1]['origin'];

export function signingPath({ token }: { readonly token: string }): string {
  return `/sign/${encodeURIComponent(token)}`;
}

export function originOf(
  { deps, request }: Pick<RouteInput<unknown, unknown, unknown, Scope>, 'deps' | 'request'>,
  pagePath: string,
): Origin {
  return {
    ipAddress: readClientAddress(request),
    network: readClientNetwork(request),
    userAgent: request.headers['user-agent'] ?? '',
    pageUrl: `${deps.settings.baseUrl}${pagePath}`,
  };
}
