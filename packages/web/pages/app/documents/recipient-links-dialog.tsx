import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useLabels } from '../../parts/labels.ts';
import { Spinner } from '../../parts/spinner.tsx';
import { useLoaded } from '../../parts/use-loaded.ts';
import { useApp } from '../app-context.ts';
import { listRecipients } from './document-actions.ts';
import { LinkCard } from './link-card.tsx';
import { nameOf } from './model.ts';
import { useDocumentsText } from './text.ts';

interface RecipientLinksDialogProps {
  readonly documentId: string;
  readonly onClose: () => void;
}

/** Each opens with a code sent to its signee [4.4-71]. */
export function RecipientLinksDialog({ documentId, onClose }: RecipientLinksDialogProps) {
  const text = useDocumentsText();
  const label = useLabels();
  const { api } = useApp();
  const { state, reload } = useLoaded(() => listRecipients(api, documentId), documentId);
  return (
    <Dialog
      title={text('signingLinks')}
      shape="window"
      onClose={onClose}
      footer={
        <Button kind="primary" autofocus onClick={onClose}>
          {label('close')}
        </Button>
      }
    >
      <p>{text('signingLinksText')}</p>
      {state.kind === 'loading' && <Spinner label={text('loadingDocuments')} />}
      {state.kind === 'failed' && <FailureNotice error={state.error} onRetry={reload} />}
      {state.kind === 'ready' && state.value.length === 0 && <p>{text('noSigningLinks')}</p>}
      {state.kind === 'ready' &&
        state.value.map((recipient) => (
          <LinkCard
            heading="h3"
            key={recipient.signingUrl}
            title={text('linkOf', { name: nameOf(recipient), channel: recipient.verificationChannel })}
            url={recipient.signingUrl}
          />
        ))}
    </Dialog>
  );
}
