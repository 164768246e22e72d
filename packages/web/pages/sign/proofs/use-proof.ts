import type { ProofPageKey, ProofText } from '@countersign/i18n/proofs';
import type { ProofView } from '@countersign/signing';
import { useEffect, useRef, useState } from 'preact/hooks';
import { usePolling } from '../../parts/polling.ts';
import type { ProofClient } from './proof-client.ts';
import { findPending, type ProofDialogProps } from './proof-dialog.ts';
import { type Calls, useCalls } from './use-calls.ts';

/** Milliseconds between two calls for a result. */
const POLL_MS = 2000;

export interface ProofState extends Calls {
  /** The running proof; null before it and after it failed. */
  readonly proof: ProofView | null;
  /** Shows how the proof stands, and closes the dialog when it succeeded. Returns whether the dialog is still open. */
  take(next: ProofView): Promise<boolean>;
  /** The proof was given up, or is gone. */
  forget(): void;
}

/** The proof of a dialog. */
export function useProof(
  { check, onChanged, onClose }: Pick<ProofDialogProps, 'check' | 'onChanged' | 'onClose'>,
  text: ProofText,
  failureOf: (failed: ProofView) => ProofPageKey = () => 'over',
): ProofState {
  const [proof, setProof] = useState(() => findPending(check));
  const isOpen = useIsMounted();
  const forget = (): void => setProof(null);
  const calls = useCalls(text, forget);
  const take = async (next: ProofView): Promise<boolean> => {
    if (!isOpen.current) return false;
    if (next.status === 'succeeded') {
      await onChanged();
      // Another dialog may be open by now.
      if (isOpen.current) onClose();
      return false;
    }
    setProof(next.status === 'pending' ? next : null);
    if (next.status !== 'pending') calls.setProblem(text(failureOf(next)));
    return true;
  };
  return { ...calls, proof, take, forget };
}

/** Asks for the result of a proof that is done elsewhere: at a provider, or with a phone. */
export function useResult(
  { proof, isBusy, take }: ProofState,
  client: ProofClient,
  isElsewhere: boolean,
): void {
  const proofId = proof?.proofId ?? '';
  usePolling(proof === null || isBusy || !isElsewhere ? undefined : proofId, {
    delayMs: () => POLL_MS,
    load: () => client.get(proofId),
    onAnswer: async (next) => void (await take(next)),
  });
}

/** For work that ends after its component is gone. */
export function useIsMounted(): { readonly current: boolean } {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
