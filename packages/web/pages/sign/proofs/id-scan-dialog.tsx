import { proofText } from '@countersign/i18n/proofs';
import { usePageLanguage } from '../../parts/language.ts';
import { PhoneHandover } from './phone-handover.tsx';
import type { ProofDialogProps } from './proof-dialog.ts';
import { ProofFrame } from './proof-frame.tsx';
import { HostedScanDialog } from './scan/hosted-scan-dialog.tsx';
import { ScanSteps } from './scan/scan-steps.tsx';
import { useHandover } from './use-handover.ts';
import { useProof, useResult } from './use-proof.ts';

/** Here, with a phone, or on a provider's page. */
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
