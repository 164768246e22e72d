import type { ProofText } from '@countersign/i18n/proofs';
import type { ProofDetails } from '@countersign/signing';

interface ProviderStepsProps {
  readonly text: ProofText;
  readonly details: ProofDetails;
  /** Else in another tab, as this one has the document. */
  readonly opensHere: boolean;
}

/** Its result is awaited. */
export function ProviderSteps({ text, details: { url }, opensHere }: ProviderStepsProps) {
  return (
    <>
      {typeof url === 'string' && (
        <p>
          <a
            class="button button-primary"
            href={url}
            rel="noopener noreferrer"
            {...(opensHere ? {} : { target: '_blank' })}
          >
            {text('providerOpen')}
          </a>
        </p>
      )}
      <p role="status">{text('providerWaiting')}</p>
    </>
  );
}
