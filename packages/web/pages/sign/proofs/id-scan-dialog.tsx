import { proofText } from '@countersign/i18n/proofs';
import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { PhoneHandover } from './phone-handover.tsx';
import { findPending, type ProofDialogProps } from './proof-dialog.ts';
import { ScanSteps } from './scan/scan-steps.tsx';
import { useHandover } from './use-handover.ts';

/** Scans an identity document here, or with a phone. */
export function ProofDialog({ view, check, client, onChanged, onClose }: ProofDialogProps) {
  const text = proofText(view.language);
  const [proof, setProof] = useState(() => findPending(check));
  const onOver = () => setProof(null);
  const onSucceeded = async () => {
    await onChanged();
    onClose();
  };
  const start = async () => proof ?? client.start(check.kind, check.field);
  const handover = useHandover({ client, text, first: proof, start, onSucceeded, onOver });

  return (
    <Dialog
      title={text('scanTitle')}
      shape="window"
      onClose={onClose}
      footer={
        <button type="button" class="button" onClick={onClose}>
          {text('cancel')}
        </button>
      }
    >
      {!handover.isActive && (
        <ScanSteps
          text={text}
          field={check.field}
          onSucceeded={onSucceeded}
          onOver={onOver}
          send={async ({ file, ...pictures }) => {
            const started = await start();
            setProof(started);
            return started.status === 'succeeded'
              ? started
              : client.sendFile(started.proofId, file, pictures);
          }}
        />
      )}
      <PhoneHandover text={text} handover={handover} />
    </Dialog>
  );
}
