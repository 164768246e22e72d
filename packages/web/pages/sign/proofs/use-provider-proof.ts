import type { ProofPageKey, ProofText } from '@countersign/i18n/proofs';
import type { ProofView } from '@countersign/signing';
import { useEffect, useState } from 'preact/hooks';
import { findPending, type ProofDialogProps } from './proof-dialog.ts';
import { type Calls, useCalls } from './use-calls.ts';

/** Milliseconds between two calls for the provider's result. */
const POLL_MS = 3000;

interface ProviderProof extends Calls {
  /** The running proof; null before it and after it failed. */
  readonly proof: ProofView | null;
  readonly isSandbox: boolean;
  /** The signee is at the provider. */
  readonly isWaiting: boolean;
  take(next: ProofView): Promise<void>;
  /** The proof was given up. */
  forget(): void;
}

/** A proof at a provider's own page: waits for its result, and closes the dialog when it succeeded. */
export function useProviderProof(
  { check, client, onChanged, onClose }: ProofDialogProps,
  text: ProofText,
  failure: ProofPageKey,
): ProviderProof {
  const [proof, setProof] = useState(() => findPending(check));
  const calls = useCalls(text);
  const take = async (next: ProofView): Promise<void> => {
    if (next.status === 'succeeded') {
      await onChanged();
      onClose();
      return;
    }
    setProof(next.status === 'pending' ? next : null);
    if (next.status !== 'pending') calls.setProblem(text(failure));
  };
  const isSandbox = proof?.details.isSandbox === true;
  const waitingId = isSandbox ? undefined : proof?.proofId;
  useEffect(() => {
    if (waitingId === undefined) return;
    // Failed calls are repeated.
    const timer = setInterval(() => client.get(waitingId).then(take, () => undefined), POLL_MS);
    return () => clearInterval(timer);
  }, [waitingId, client]);
  return {
    ...calls,
    proof,
    isSandbox,
    isWaiting: waitingId !== undefined,
    take,
    forget: () => setProof(null),
  };
}
