import type { ProofPageKey } from '@countersign/i18n';
import type { ProofText } from '@countersign/i18n/proof-text';
import type { ProofView } from '@countersign/signing';
import { useEffect, useRef, useState } from 'preact/hooks';
import { WebError } from '../../../errors.ts';
import { useAction } from '../../parts/hooks.ts';
import { usePolling } from '../../parts/polling.ts';
import { refusalMessage } from '../session/session-failure.ts';
import type { ProofClient } from './proof-client.ts';
import { findPending, type ProofDialogProps } from './proof-frame.tsx';

export interface Calls {
  readonly isBusy: boolean;
  /** The problem is that of the last call. */
  readonly problem: string | null;
  setProblem(problem: string | null): void;
  /** Runs one call at a time. */
  run(call: () => Promise<unknown>): Promise<void>;
}

/** `onOver` is called when the proof has to begin again. */
export function useCalls(text: ProofText, onOver?: () => void): Calls {
  const action = useAction();
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (call: () => Promise<unknown>): Promise<void> => {
    await action.run(async () => {
      setProblem(null);
      try {
        await call();
      } catch (error) {
        setProblem(refusalMessage(error) ?? text('unreachable'));
        if (isOver(error)) onOver?.();
      }
    });
  };
  return { isBusy: action.isBusy, problem, setProblem, run };
}

function isOver(error: unknown): boolean {
  if (!(error instanceof WebError)) return false;
  const { errorCode, status } = error.params;
  return errorCode === 'proof_over' || status === 404;
}

export interface ProofState extends Calls {
  /** The proof is null before it begins and after it failed. */
  readonly proof: ProofView | null;
  /** Closes the dialog after a success. Returns whether it is still open. */
  take(next: ProofView): Promise<boolean>;
  /** The proof was given up, or is gone. */
  forget(): void;
}

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
      // The dialog may be closed by now.
      if (isOpen.current) onClose();
      return false;
    }
    setProof(next.status === 'pending' ? next : null);
    if (next.status !== 'pending') calls.setProblem(text(failureOf(next)));
    return true;
  };
  return { ...calls, proof, take, forget };
}

/** The result comes from a provider or a phone. */
export function useResult(
  { proof, isBusy, take }: ProofState,
  client: ProofClient,
  isElsewhere: boolean,
): void {
  const proofId = proof?.proofId ?? '';
  usePolling(proof === null || isBusy || !isElsewhere ? undefined : proofId, {
    pace: 'proof',
    load: () => client.get(proofId),
    onAnswer: async (next) => void (await take(next)),
  });
}

/** Work that ends after its component is gone asks this. */
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
