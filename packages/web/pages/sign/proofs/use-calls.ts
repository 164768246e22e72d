import type { ProofText } from '@countersign/i18n/proofs';
import { useState } from 'preact/hooks';
import { WebError } from '../../../errors.ts';
import { useAction } from '../../parts/use-action.ts';
import { refusalMessage } from '../session/session-failure.ts';

export interface Calls {
  readonly isBusy: boolean;
  /** Of the last call. */
  readonly problem: string | null;
  setProblem(problem: string | null): void;
  /** One at a time. */
  run(call: () => Promise<unknown>): Promise<void>;
}

/** `onOver`: the proof has to begin again. */
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
