import type { ProofText } from '@countersign/i18n/proofs';
import type { ProofView } from '@countersign/signing';
import { useEffect, useState } from 'preact/hooks';
import type { ProofClient } from './proof-client.ts';
import { type Calls, useCalls } from './use-calls.ts';

/** Milliseconds between two looks at what the phone did. */
const POLL_MS = 2000;

export interface HandoverState extends Calls {
  /** A phone has the check, or was offered it. */
  readonly isActive: boolean;
  /** Content of the QR code; null once it was used or has expired. */
  readonly code: string | null;
  readonly isConnected: boolean;
  show(): Promise<void>;
  cancel(): Promise<void>;
}

interface HandoverOptions {
  readonly client: ProofClient;
  readonly text: ProofText;
  /** The proof that was begun before the dialog was opened. */
  readonly first: ProofView | null;
  start(): Promise<ProofView>;
  onSucceeded(): Promise<void>;
  onOver(): void;
}

/** A check that goes on with a phone: offered by QR code, and watched until it ends. */
export function useHandover(options: HandoverOptions): HandoverState {
  const { client, text, first, start, onSucceeded, onOver } = options;
  const [proof, setProof] = useState(first?.phone === 'connected' ? first : null);
  const [url, setUrl] = useState<string | null>(null);
  const end = (): void => {
    setProof(null);
    onOver();
  };
  const calls = useCalls(text, end);

  const take = async (next: ProofView): Promise<void> => {
    if (next.status === 'pending') return setProof(next);
    if (next.status === 'succeeded') return onSucceeded();
    end();
    calls.setProblem(text('over'));
  };
  const proofId = proof?.proofId;
  useEffect(() => {
    if (proofId === undefined) return;
    let isOver = false;
    let timer = setTimeout(look, POLL_MS);
    async function look(): Promise<void> {
      // A look that fails is repeated.
      const next = await client.get(proofId ?? '').catch(() => null);
      if (isOver) return;
      if (next !== null) await take(next);
      if (!isOver) timer = setTimeout(look, POLL_MS);
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [proofId, client]);

  return {
    ...calls,
    isActive: proof !== null,
    code: proof?.phone === 'invited' ? url : null,
    isConnected: proof?.phone === 'connected',
    show: () =>
      calls.run(async () => {
        const started = proof ?? (await start());
        if (started.status === 'succeeded') return onSucceeded();
        const offered = await client.handOver(started.proofId);
        setUrl(offered.url);
        setProof(offered.proof);
      }),
    cancel: () =>
      calls.run(async () => {
        if (proofId !== undefined) await client.cancel(proofId);
        end();
      }),
  };
}
