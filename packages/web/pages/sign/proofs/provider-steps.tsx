import type { ProofPageKey } from '@countersign/i18n';
import type { ProofText } from '@countersign/i18n/proof-text';
import type { ProofDetails, ProofView } from '@countersign/signing';
import { useEffect } from 'preact/hooks';
import { isFramed } from '../embedding.tsx';
import { type HandoverState, useHandover } from './phone-handover.tsx';
import type { ProofDialogProps } from './proof-frame.tsx';
import { type ProofState, useProof, useResult } from './use-proof.ts';

interface ProviderStepsProps {
  readonly text: ProofText;
  readonly details: ProofDetails;
  /** Otherwise the provider opens in another tab, as this one has the document. */
  readonly opensHere: boolean;
}

/** The dialog waits for the result. */
export function ProviderSteps({ text, details: { url }, opensHere }: ProviderStepsProps) {
  return (
    <>
      {typeof url === 'string' && (
        <p>
          <a
            class="button button-primary"
            href={url}
            rel="noopener noreferrer"
            target={opensHere ? undefined : '_blank'}
          >
            {text('providerOpen')}
          </a>
        </p>
      )}
      <p role="status">{text('providerWaiting')}</p>
    </>
  );
}

interface FaceStepsProps {
  readonly text: ProofText;
  readonly proof: ProofView;
  /** Otherwise the provider opens in another tab, as this one has the document. */
  readonly opensHere?: boolean | undefined;
  readonly onAnswer: (outcome: 'passed' | 'failed') => void;
}

/** Returns the document that the face is compared with. */
export function documentOf(proof: ProofView | undefined): { readonly documentNumber?: string } {
  const number = proof?.details.documentNumber;
  return typeof number === 'string' && number !== '' ? { documentNumber: number } : {};
}

/** The sandbox offers a choice. */
export function FaceSteps({ text, proof: { details }, opensHere = false, onAnswer }: FaceStepsProps) {
  if (details.isSandbox === true)
    return (
      <>
        <p>{text('faceSandbox')}</p>
        <p class="scan-choices">
          <button type="button" class="button button-primary" onClick={() => onAnswer('passed')}>
            {text('facePass')}
          </button>
          <button type="button" class="button" onClick={() => onAnswer('failed')}>
            {text('faceFail')}
          </button>
        </p>
      </>
    );
  return <ProviderSteps {...{ text, details, opensHere }} />;
}

interface ProviderProof extends ProofState {
  readonly isSandbox: boolean;
  /** Kinds with a camera have this. */
  readonly handover: HandoverState;
  /** Goes to the provider, unless the dialog was closed meanwhile. */
  leave(started: ProofView): Promise<void>;
}

/** The steps are done by this device or a phone. */
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
    // The result came while the signee was away.
    if (returnedId !== undefined) run(async () => take(await client.get(returnedId)));
  }, [returnedId, client]);
  const isSandbox = proof?.details.isSandbox === true;
  useResult(state, client, handover.isActive || !isSandbox);
  const leave = async (started: ProofView): Promise<void> => {
    const isOpen = await take(started);
    const { url } = started.details;
    // Providers do not open in a frame.
    if (isOpen && started.status === 'pending' && typeof url === 'string' && !isFramed)
      window.location.assign(url);
  };
  return { ...state, isSandbox, handover, leave };
}
