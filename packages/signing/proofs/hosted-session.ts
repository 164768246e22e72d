import { hashSecret } from '@countersign/base';
import { z } from 'zod';
import { SCAN_REFUSALS } from '../ports/id-scanner.ts';
import { isOutage, type ProofContext, type ProofOutcome } from './define-proof.ts';

export const returnDevice = z.enum(['this', 'phone']).default('this');

/** Binds a hosted page to the browser or phone that opened it (docs/decisions/0023). */
export const returnBinding = z.object({
  /** It is null if the provider has no page of its own. */
  returnNonce: z.string().nullable(),
  isReturned: z.boolean(),
});
type ReturnBinding = z.infer<typeof returnBinding>;

export const returnInput = z.object({ nonce: z.string() });

/** Browsers do not send the fragment. */
export function describeReturn(pageUrl: string, name: 'check' | 'e-id', proofId: string, nonce?: string) {
  return `${pageUrl}#${new URLSearchParams({ [name]: proofId, ...(nonce !== undefined && { nonce }) })}`;
}

export function newReturn(
  { deps, proofId, origin }: Pick<ProofContext, 'deps' | 'proofId' | 'origin'>,
  device: z.infer<typeof returnDevice>,
): { readonly returnUrl: string } & ReturnBinding {
  const returnNonce = deps.ids.secret();
  const pageUrl = device === 'phone' ? deps.urls.phone : (origin?.pageUrl ?? '');
  return {
    returnUrl: describeReturn(pageUrl, 'check', proofId, returnNonce),
    returnNonce,
    isReturned: false,
  };
}

/** A link that was sent to another person must not prove anything about them. */
export function isReturnPending({ returnNonce, isReturned }: ReturnBinding): boolean {
  return returnNonce !== null && !isReturned;
}

/** The provider is asked at once. During an outage the browser need not come back again. */
export async function acceptReturn<State extends ReturnBinding>(
  state: State,
  nonce: string,
  ask: (returned: State) => Promise<ProofOutcome<State>>,
): Promise<ProofOutcome<State>> {
  if (state.returnNonce === null) return { kind: 'pending', state };
  if (!isSameSecret(nonce, state.returnNonce)) return { kind: 'failed', reason: 'other_browser' };
  const returned = { ...state, isReturned: true };
  try {
    return await ask(returned);
  } catch (error) {
    if (isOutage(error)) return { kind: 'pending', state: returned, isOutage: true };
    throw error;
  }
}

/** Compares hashes, so that the time that it takes does not depend on the secret. */
export function isSameSecret(given: string, expected: string): boolean {
  return hashSecret(given) === hashSecret(expected);
}

/** The browser may come back while the provider is asked. */
export function mergeReturn<State extends ReturnBinding>(stored: State, next: State): State {
  return { ...next, isReturned: stored.isReturned || next.isReturned };
}

export const scannedHolder = z.object({
  fullName: z.string(),
  personalNumber: z.string(),
  /** The number is masked. */
  documentNumber: z.string(),
  portraitBlobId: z.string(),
});
export type ScannedHolder = z.infer<typeof scannedHolder>;

export const scanState = returnBinding.extend({
  isBasic: z.boolean(),
  passportsOnly: z.boolean(),
  /** Only documents with all on one side. */
  isOneSided: z.boolean(),
  /** It is null if the signing page takes the pictures. */
  session: z.object({ sessionId: z.string(), url: z.string(), provider: z.string() }).nullable(),
  /** The refusal is that of the last pictures. */
  refusal: z.object({ side: z.enum(['front', 'back']), reason: z.enum(SCAN_REFUSALS) }).nullable(),
  blobIds: z.array(z.string()),
  /** The holder is kept for a face check, and null without one. */
  holder: scannedHolder.nullable(),
});
export type ScanState = z.infer<typeof scanState>;

export function listScanStateBlobs({ blobIds, holder }: ScanState): readonly string[] {
  return holder === null ? blobIds : [...blobIds, holder.portraitBlobId];
}
