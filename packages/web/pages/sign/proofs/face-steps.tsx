import type { ProofText } from '@countersign/i18n/proofs';
import type { ProofView } from '@countersign/signing';
import { ProviderSteps } from './provider-steps.tsx';

interface FaceStepsProps {
  readonly text: ProofText;
  readonly proof: ProofView;
  /** Else in another tab, as this one has the document. */
  readonly opensHere?: boolean;
  readonly onAnswer: (outcome: 'passed' | 'failed') => void;
}

/** The face is compared with it. */
export function documentOf(proof: ProofView | undefined): { readonly documentNumber?: string } {
  const number = proof?.details.documentNumber;
  return typeof number === 'string' && number !== '' ? { documentNumber: number } : {};
}

/** In the sandbox a choice. */
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
