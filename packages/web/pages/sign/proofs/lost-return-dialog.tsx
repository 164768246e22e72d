import type { Language } from '@countersign/base/locale';
import { electronicIdText, proofText } from '@countersign/i18n/proof-text';
import { Dialog } from '../../parts/dialog.tsx';

interface LostReturnDialogProps {
  readonly language: Language;
  readonly onClose: () => void;
}

/** The browser came back from an e-ID order that it did not begin, or that has ended. */
export function LostReturnDialog({ language, onClose }: LostReturnDialogProps) {
  const text = proofText(language);
  return (
    <Dialog
      title={text('eidLostTitle')}
      shape="window"
      onClose={onClose}
      footer={
        <button type="button" class="button" autofocus onClick={onClose}>
          {text('eidLostClose')}
        </button>
      }
    >
      <p role="alert">{electronicIdText(language, 'other_browser')}</p>
    </Dialog>
  );
}
