import './scan/scan.css';
import { proofText } from '@countersign/i18n/proof-text';
import { usePageLanguage } from '../../parts/language.tsx';
import { PhoneHandover } from './phone-handover.tsx';
import { type ProofDialogProps, ProofFrame } from './proof-frame.tsx';
import { documentOf, FaceSteps, useProviderProof } from './provider-steps.tsx';

/** The sandbox asks for the outcome. */
export function ProofDialog(props: ProofDialogProps) {
  const { view, check, client, onClose } = props;
  const { language } = usePageLanguage();
  const text = proofText(language);
  const { proof, isBusy, problem, handover, run, take } = useProviderProof(props, text, () => 'faceFailed');
  const scan = view.checks
    .find(({ kind, field }) => kind === 'id_scan' && field === null)
    ?.proofs.findLast(({ status }) => status === 'succeeded');
  const hasScan = scan !== undefined;
  const answer = (outcome: 'passed' | 'failed') =>
    run(async () => take(await client.answer(proof?.proofId ?? '', { outcome })));
  return (
    <ProofFrame text={text} title={text('faceTitle')} onClose={onClose}>
      <p>{hasScan ? text('faceIntro', documentOf(scan)) : text('faceNeedsScan')}</p>
      <p class="field-problem" role="alert">
        {problem}
      </p>
      {proof === null && hasScan && !handover.isActive && (
        <button
          type="button"
          class="button button-primary"
          autofocus
          aria-disabled={isBusy}
          onClick={() => run(async () => take(await client.start(check.kind, null)))}
        >
          {text('providerStart')}
        </button>
      )}
      {proof !== null && !handover.isActive && <FaceSteps text={text} proof={proof} onAnswer={answer} />}
      {hasScan && (proof === null || handover.isActive) && <PhoneHandover text={text} handover={handover} />}
    </ProofFrame>
  );
}
