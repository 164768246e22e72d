import type { SigningView } from '@countersign/signing';
import { MAX_REASON_LENGTH } from '@countersign/signing/limits';
import { useId, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { useText } from '../parts.tsx';
import { refusalMessage } from '../session/session-failure.ts';

interface DeclineDialogProps {
  readonly view: SigningView;
  readonly onDecline: (reason: string) => Promise<void>;
  readonly onClose: () => void;
}

export function DeclineDialog({ view, onDecline, onClose }: DeclineDialogProps) {
  const text = useText();
  const inputId = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const decline = async (): Promise<void> => {
    if (isBusy) return;
    if (reason.trim() === '') {
      setProblem(text('declineNoReason'));
      input.current?.focus();
      return;
    }
    setIsBusy(true);
    setProblem(null);
    try {
      await onDecline(reason);
    } catch (error) {
      setProblem(refusalMessage(error) ?? text('sendUnreachable'));
      setIsBusy(false);
    }
  };

  return (
    <Dialog
      title={text('declineTitle')}
      shape="window"
      onClose={onClose}
      footer={
        <>
          <button type="button" class="button" onClick={onClose}>
            {text('back')}
          </button>
          <button type="button" class="button button-primary" aria-disabled={isBusy} onClick={decline}>
            {text('declineSend')}
          </button>
        </>
      }
    >
      <p>{text('declineIntro', { name: view.documentName, sender: view.senderName })}</p>
      <label for={inputId}>{text('declineReason')}</label>
      <textarea
        ref={input}
        id={inputId}
        class="text-input"
        rows={4}
        maxLength={MAX_REASON_LENGTH}
        autofocus
        aria-invalid={problem !== null}
        aria-describedby={`${inputId}-problem`}
        value={reason}
        onInput={(event) => setReason(event.currentTarget.value)}
      />
      <p id={`${inputId}-problem`} class="field-problem" role="alert">
        {problem}
      </p>
    </Dialog>
  );
}
