import { hashSecret } from '@countersign/identity';
import { z } from 'zod';
import type { ProofContext, ProofOutcome } from './define-proof.ts';
import { isOutage } from './outage.ts';

/** Where a provider's page leads back to. */
export const returnDevice = z.enum(['this', 'phone']).default('this');

/** Binds a session at a provider to the browser that began it, or to the phone (docs/decisions/0023). */
export const returnBinding = z.object({
  /** Only the provider and the browser that it leads back know it. Null: begun by an earlier release, or without a page. */
  returnNonce: z.string().nullable().default(null),
  isReturned: z.boolean().default(false),
});
type ReturnBinding = z.infer<typeof returnBinding>;

export const returnInput = z.object({ nonce: z.string() });

/** The page reads the fragment, which browsers do not send. */
export function describeReturn(pageUrl: string, name: 'check' | 'e-id', proofId: string, nonce?: string) {
  return `${pageUrl}#${new URLSearchParams({ [name]: proofId, ...(nonce !== undefined && { nonce }) })}`;
}

/** The address that a provider's page leads back to, and what it is bound by. */
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

/** Whether the provider's result has to wait: a link that was sent to another person must not prove anything about them. */
export function isAway({ returnNonce, isReturned }: ReturnBinding): boolean {
  return returnNonce !== null && !isReturned;
}

/** The browser that came back with the nonce has the provider asked at once. During an outage it need not come back again. */
export async function takeReturn<State extends ReturnBinding>(
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

/** By their hashes, so that the time shows nothing. */
export function isSameSecret(given: string, expected: string): boolean {
  return hashSecret(given) === hashSecret(expected);
}

/** The browser may come back while the provider is asked. */
export function mergeReturn<State extends ReturnBinding>(stored: State, next: State): State {
  return { ...next, isReturned: stored.isReturned || next.isReturned };
}
