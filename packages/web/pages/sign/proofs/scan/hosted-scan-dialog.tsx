import { proofText } from '@countersign/i18n/proofs';
import { usePageLanguage } from '../../../parts/language.ts';
import { isFramed } from '../../embedding/use-embedding.ts';
import { PhoneHandover } from '../phone-handover.tsx';
import type { ProofDialogProps } from '../proof-dialog.ts';
import { ProofFrame } from '../proof-frame.tsx';
import { ProviderSteps } from '../provider-steps.tsx';
import { useProviderProof } from '../use-provider-proof.ts';
import { refusalKey } from './refusal-key.ts';
import './scan.css';

/** On the provider's page, here or on a phone. */
export function HostedScanDialog(props: ProofDialogProps) {
  const { check, client, onClose } = props;
  const { language } = usePageLanguage();
  const text = proofText(language);
  const { proof, isBusy, problem, handover, run, leave } = useProviderProof(
    props,
    text,
    ({ reason }) => refusalKey(reason) ?? 'scanHostedFailed',
  );
  const start = () => run(async () => leave(await client.start(check.kind, check.field)));
  return (
    <ProofFrame text={text} title={text('scanTitle')} onClose={onClose}>
      <p>{text('scanHostedIntro', { provider: String(check.introduction.provider) })}</p>
      {check.introduction.passportsOnly === true && <p>{text('scanNotPassport')}</p>}
      <p class="field-problem" role="alert">
        {problem}
      </p>
      {proof === null && !handover.isActive && (
        <button type="button" class="button button-primary" autofocus aria-disabled={isBusy} onClick={start}>
          {text('providerStart')}
        </button>
      )}
      {proof !== null && !handover.isActive && (
        <ProviderSteps text={text} details={proof.details} opensHere={!isFramed} />
      )}
      {(proof === null || handover.isActive) && <PhoneHandover text={text} handover={handover} />}
      <p class="field-hint">{text('scanHostedPrivacy')}</p>
    </ProofFrame>
  );
}
