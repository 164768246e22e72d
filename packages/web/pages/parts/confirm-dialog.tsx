import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { useLabels } from './labels.ts';
import { useAction } from './use-action.ts';

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly confirm: string;
  readonly kind?: 'primary' | 'danger';
  /** Then the dialog closes. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** The harmless choice has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirm, kind = 'danger', onConfirm, onClose } = props;
  const label = useLabels();
  const action = useAction();
  const act = async () => {
    if (await action.run(onConfirm)) onClose();
  };
  const footer = (
    <>
      <Button onClick={onClose} autofocus>
        {label('cancel')}
      </Button>
      <Button kind={kind} isBusy={action.isBusy} onClick={act}>
        {confirm}
      </Button>
    </>
  );
  return (
    <Dialog title={title} shape="window" onClose={onClose} footer={footer}>
      {children}
      {action.error !== undefined && <FailureNotice error={action.error} />}
    </Dialog>
  );
}
