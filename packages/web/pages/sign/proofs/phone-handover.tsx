import type { ProofText } from '@countersign/i18n/proofs';
import { QrCode } from '../../parts/qr-code.tsx';
import { useMediaQuery } from '../../parts/use-media-query.ts';
import type { HandoverState } from './use-handover.ts';

interface PhoneHandoverProps {
  readonly text: ProofText;
  readonly handover: HandoverState;
}

/** Nothing on a phone itself. */
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
