import type { ProofView } from '@countersign/signing';
import { useEffect, useRef, useState } from 'preact/hooks';
import { usePolling } from '../../parts/polling.ts';
import type { ProviderReturn } from '../session/provider-return.ts';
import { errorCodeOf, refusalMessage } from '../session/session-failure.ts';
import type { ProofClient } from './proof-client.ts';
import { useIsMounted } from './use-proof.ts';

/** The QR code changes every second. */
const POLL_MS = 1000;

export interface Order {
  /** Null before it and after it ended. */
  readonly proof: ProofView | null;
  readonly isBusy: boolean;
  /** A word of the service. */
  readonly reason: string | null;
  /** Empty if the service could not be reached. */
  readonly refusal: string | null;
  start(input: Readonly<Record<string, unknown>>): Promise<void>;
  answer(input: Readonly<Record<string, string>>): Promise<void>;
  cancel(): Promise<void>;
}

interface OrderOptions {
  readonly client: ProofClient;
  readonly first: ProofView | null;
  /** Sent at once. */
  readonly returned: ProviderReturn | null;
  start(input: Readonly<Record<string, unknown>>): Promise<ProofView>;
  onSucceeded(): Promise<void>;
  /** It ended with the session. */
  onGone(): void;
}

/** Polled every second. */
export function useOrder({ client, first, returned, start, onSucceeded, onGone }: OrderOptions): Order {
  const [proof, setProof] = useState<ProofView | null>(first);
  const [isBusy, setIsBusy] = useState(false);
  const [reason, setReason] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const isPollRefused = useRef(false);
  const isOpen = useIsMounted();

  const take = async (next: ProofView): Promise<void> => {
    // It must not sign.
    if (!isOpen.current) return;
    // What the person gave stays refused until they try again.
    if (isPollRefused.current) setRefusal(null);
    if (next.status === 'pending') return setProof(next);
    setProof(null);
    if (next.status !== 'succeeded')
      return setReason(next.status === 'expired' ? 'order_expired' : next.reason);
    await onSucceeded();
  };
  const refuse = (error: unknown, isRunning = false): void => {
    if (!isOpen.current) return;
    setRefusal(refusalMessage(error) ?? '');
    isPollRefused.current = !isRunning;
    if (proof !== null && isGone(error)) onGone();
  };
  const runOnce = async (work: () => Promise<ProofView>): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    setReason(null);
    setRefusal(null);
    await work()
      .then(take)
      .catch((error: unknown) => refuse(error, true));
    setIsBusy(false);
  };

  const proofId = proof?.proofId;
  useEffect(() => {
    if (returned === null || returned.proofId !== proofId) return;
    const { input } = returned;
    runOnce(() => client.answer(returned.proofId, input));
  }, [returned]);
  usePolling(isBusy ? undefined : proofId, {
    delayMs: () => POLL_MS,
    load: () => client.get(proofId ?? ''),
    onAnswer: take,
    onFailure: (error) => refuse(error),
  });

  return {
    proof,
    isBusy,
    reason,
    refusal,
    start: (input) => runOnce(() => start(input)),
    answer: (input) => runOnce(() => client.answer(proofId ?? '', input)),
    cancel: async () => {
      setProof(null);
      if (proofId !== undefined) await client.cancel(proofId).catch(() => undefined);
    },
  };
}

/** Ended with the session. */
function isGone(error: unknown): boolean {
  const code = errorCodeOf(error);
  return code === 'proof_not_found' || code === 'session_required';
}
