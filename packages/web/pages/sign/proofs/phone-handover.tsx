import type { ProofText } from '@countersign/i18n/proof-text';
import type { ProofView } from '@countersign/signing';
import { useState } from 'preact/hooks';
import { useMediaQuery } from '../../parts/hooks.ts';
import { QrCode } from '../../parts/qr-code.tsx';
import type { ProofClient } from './proof-client.ts';
import type { ProofState } from './use-proof.ts';

export interface HandoverState {
  readonly isBusy: boolean;
  readonly isActive: boolean;
  /** The code is null once it was used or has expired. */
  readonly code: string | null;
  readonly isConnected: boolean;
  show(): Promise<void>;
  cancel(): Promise<void>;
}

/** `start` begins a proof if there is none. */
export function useHandover(
  { proof, isBusy, run, take, forget }: ProofState,
  client: ProofClient,
  start: () => Promise<ProofView>,
): HandoverState {
  const [offer, setOffer] = useState<{ readonly proofId: string; readonly url: string } | null>(null);
  const url = offer !== null && offer.proofId === proof?.proofId ? offer.url : null;
  const isConnected = proof?.phone === 'connected';
  return {
    isBusy,
    isActive: isConnected || url !== null,
    code: proof?.phone === 'invited' ? url : null,
    isConnected,
    show: () =>
      run(async () => {
        const started = proof ?? (await start());
        if (started.status !== 'pending') return take(started);
        const offered = await client.handOver(started.proofId);
        setOffer({ proofId: started.proofId, url: offered.url });
        await take(offered.proof);
      }),
    cancel: () =>
      run(async () => {
        if (proof !== null) await client.cancel(proof.proofId);
        forget();
      }),
  };
}

interface PhoneHandoverProps {
  readonly text: ProofText;
  readonly handover: HandoverState;
}

/** Shows nothing on a phone itself. */
export function PhoneHandover({ text, handover }: PhoneHandoverProps) {
  const { isActive, isBusy, code, isConnected, show, cancel } = handover;
  const isPhone = useMediaQuery('(pointer: coarse)');
  if (isPhone && !isActive) return null;
  const isExpired = isActive && !isConnected && code === null;
  return (
    <div class="check-order">
      {code !== null && (
        <>
          <p>{text('phoneIntro')}</p>
          <QrCode content={code} label={text('phoneQr')} />
        </>
      )}
      {isActive && (
        <p role="status">
          {isConnected ? text('phoneConnected') : isExpired ? text('phoneExpired') : text('phoneWaiting')}
        </p>
      )}
      {(!isActive || isExpired) && (
        <button type="button" class="button" aria-disabled={isBusy} onClick={show}>
          {text(isActive ? 'phoneNewCode' : 'phoneUse')}
        </button>
      )}
      {isActive && (
        <button type="button" class="link-button" onClick={cancel}>
          {text('phoneCancel')}
        </button>
      )}
    </div>
  );
}
