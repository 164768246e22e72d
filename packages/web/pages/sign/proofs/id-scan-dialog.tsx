import './scan/scan.css';
import { proofText } from '@countersign/i18n/proof-text';
import { usePageLanguage } from '../../parts/language.tsx';
import { isFramed } from '../embedding.tsx';
import { PhoneHandover, useHandover } from './phone-handover.tsx';
import { type ProofDialogProps, ProofFrame } from './proof-frame.tsx';
import { ProviderSteps, useProviderProof } from './provider-steps.tsx';
import { refusalKey, ScanSteps } from './scan-steps.tsx';
import { useProof, useResult } from './use-proof.ts';

/** The document is scanned on the provider's page, here or on a phone. */
function HostedScanDialog(props: ProofDialogProps) {
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

/** The document is scanned here, with a phone, or on a provider's page. */
export function ProofDialog(props: ProofDialogProps) {
  const isHosted = props.check.introduction.provider !== undefined;
  return isHosted ? <HostedScanDialog {...props} /> : <OwnScanDialog {...props} />;
}

function OwnScanDialog(props: ProofDialogProps) {
  const { check, client, onClose } = props;
  const { language } = usePageLanguage();
  const text = proofText(language);
  const state = useProof(props, text);
  const { proof, problem, take, forget } = state;
  const start = async () => proof ?? client.start(check.kind, check.field);
  const handover = useHandover(state, client, start);
  useResult(state, client, handover.isActive);

  return (
    <ProofFrame text={text} title={text('scanTitle')} onClose={onClose}>
      {!handover.isActive && (
        <ScanSteps
          text={text}
          demand={check.introduction}
          onSucceeded={take}
          onOver={forget}
          send={async ({ file, ...pictures }) => {
            const started = await start();
            if (started.status === 'succeeded') return started;
            await take(started);
            return client.sendFile(started.proofId, file, pictures);
          }}
        />
      )}
      <p class="field-problem" role="alert">
        {problem}
      </p>
      <PhoneHandover text={text} handover={handover} />
    </ProofFrame>
  );
}
