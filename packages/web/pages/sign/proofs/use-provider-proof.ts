import type { ProofPageKey, ProofText } from '@countersign/i18n/proofs';
import type { ProofView } from '@countersign/signing';
import { useEffect } from 'preact/hooks';
import { isFramed } from '../embedding/use-embedding.ts';
import type { ProofDialogProps } from './proof-dialog.ts';
import { type HandoverState, useHandover } from './use-handover.ts';
import { type ProofState, useProof, useResult } from './use-proof.ts';

interface ProviderProof extends ProofState {
  readonly isSandbox: boolean;
  /** For kinds with a camera. */
  readonly handover: HandoverState;
  /** Goes to the provider, unless the dialog was closed meanwhile. */
  leave(started: ProofView): Promise<void>;
}

/** By this device or a phone. */
export function useProviderProof(
  props: ProofDialogProps,
  text: ProofText,
  failureOf: (failed: ProofView) => ProofPageKey,
): ProviderProof {
  const { check, returned, client } = props;
  const state = useProof(props, text, failureOf);
  const { proof, run, take } = state;
  const handover = useHandover(state, client, () =>
    client.start(check.kind, check.field, { device: 'phone' }),
  );
  const returnedId = returned?.proofId;
  useEffect(() => {
    // While the signee was away.
    if (returnedId !== undefined) run(async () => take(await client.get(returnedId)));
  }, [returnedId, client]);
  const isSandbox = proof?.details.isSandbox === true;
  useResult(state, client, handover.isActive || !isSandbox);
  const leave = async (started: ProofView): Promise<void> => {
    const isOpen = await take(started);
    const { url } = started.details;
    // They do not open in a frame.
    if (isOpen && started.status === 'pending' && typeof url === 'string' && !isFramed)
      window.location.assign(url);
  };
  return { ...state, isSandbox, handover, leave };
}
