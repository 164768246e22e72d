import { proofText } from '@countersign/i18n/proofs';
import { Dialog } from '../../parts/dialog.tsx';
import type { ProofDialogProps } from './proof-dialog.ts';
import { useProviderProof } from './use-provider-proof.ts';
import './scan/scan.css';

/** Leads to the provider that compares the face, or asks for the outcome in the sandbox. */
export function ProofDialog(props: ProofDialogProps) {
  const { view, check, client, onClose } = props;
  const text = proofText(view.language);
  const { proof, isSandbox, isWaiting, isBusy, problem, run, take } = useProviderProof(
    props,
    text,
    'faceFailed',
  );
  const hasScan = view.checks.some(
    ({ kind, field, proofs }) =>
      kind === 'id_scan' && field === null && proofs.some(({ status }) => status === 'succeeded'),
  );
  const answer = (outcome: 'passed' | 'failed') => () =>
    run(async () => take(await client.answer(proof?.proofId ?? '', { outcome })));
  return (
    <Dialog
      title={text('faceTitle')}
      shape="window"
      onClose={onClose}
      footer={
        <button type="button" class="button" onClick={onClose}>
          {text('cancel')}
        </button>
      }
    >
      <p>{text(hasScan ? 'faceIntro' : 'faceNeedsScan')}</p>
      <p class="field-problem" role="alert">
        {problem}
      </p>
      {proof === null && hasScan && (
        <button
          type="button"
          class="button button-primary"
          autofocus
          aria-disabled={isBusy}
          onClick={() => run(async () => take(await client.start(check.kind, null)))}
        >
          {text('faceStart')}
        </button>
      )}
      {isWaiting && typeof proof?.details.url === 'string' && (
        <p>
          <a class="button button-primary" href={proof.details.url} target="_blank" rel="noopener noreferrer">
            {text('faceOpen')}
          </a>
        </p>
      )}
      {isWaiting && <p role="status">{text('faceWaiting')}</p>}
      {isSandbox && (
        <>
          <p>{text('faceSandbox')}</p>
          <p class="scan-choices">
            <button type="button" class="button button-primary" onClick={answer('passed')}>
              {text('facePass')}
            </button>
            <button type="button" class="button" onClick={answer('failed')}>
              {text('faceFail')}
            </button>
          </p>
        </>
      )}
    </Dialog>
  );
}
