import type { ProofText } from '@countersign/i18n/proofs';
import type { ComponentChildren } from 'preact';
import { Dialog } from '../../parts/dialog.tsx';

interface ProofFrameProps {
  readonly text: ProofText;
  readonly title: string;
  /** Goes on; the content may have it. */
  readonly action?: ComponentChildren;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** It can be cancelled. */
export function ProofFrame({ text, title, action, onClose, children }: ProofFrameProps) {
  const footer = (
    <>
      <button type="button" class="button" onClick={onClose}>
        {text('cancel')}
      </button>
      {action}
    </>
  );
  return (
    <Dialog title={title} shape="window" onClose={onClose} footer={footer}>
      {children}
    </Dialog>
  );
}
