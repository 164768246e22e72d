import type { DocumentBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useAction } from '../../parts/use-action.ts';
import { rememberDocumentPage } from '../../requests/document-page.ts';
import { useApp } from '../app-context.ts';
import { navigate } from '../router.ts';
import { duplicate, findSealedFile, openOwnLink, remind, remove, revoke } from './document-actions.ts';
import { canDelete, canRevoke, signeesInTurn } from './model.ts';
import { useDocumentsText } from './text.ts';

interface DocumentActionsProps {
  readonly document: DocumentBody;
  readonly onChanged: () => Promise<void>;
  readonly onMessage: (message: string) => void;
}

/** The next step first: sign, download or remind; then what is rarely needed. */
export function DocumentActions({ document, onChanged, onMessage }: DocumentActionsProps) {
  const text = useDocumentsText();
  const { api, user } = useApp();
  const action = useAction();
  const [asked, setAsked] = useState<EndDialogProps['asked'] | null>(null);
  const { documentId, status } = document;
  const next = signeesInTurn(document);
  const own = user.emailAddress.toLowerCase();
  const isMine = next.some(({ emailAddress }) => emailAddress?.toLowerCase() === own);

  const sign = async () => {
    const link = await openOwnLink(api, documentId);
    rememberDocumentPage(link, location.pathname);
    location.assign(link);
  };
  const remindAll = async () => {
    const { remindersSentTo } = await remind(
      api,
      documentId,
      next.map(({ signeeId }) => signeeId),
    );
    onMessage(text('reminded', { count: remindersSentTo.length }));
    await onChanged();
  };
  return (
    <>
      {isMine && (
        <Button kind="primary" icon="pen" isBusy={action.isBusy} onClick={() => action.run(sign)}>
          {text('signNow')}
        </Button>
      )}
      {status === 'completed' && (
        <Button
          kind="primary"
          icon="download"
          isBusy={action.isBusy}
          onClick={() => action.run(async () => location.assign(await findSealedFile(api, documentId)))}
        >
          {text('downloadSigned')}
        </Button>
      )}
      {next.length > 0 && (
        <Button icon="bell" isBusy={action.isBusy} onClick={() => action.run(remindAll)}>
          {text('remind')}
        </Button>
      )}
      <Button
        icon="copy"
        isBusy={action.isBusy}
        onClick={() => action.run(async () => navigate(`/drafts/${await duplicate(api, documentId)}`))}
      >
        {text('duplicate')}
      </Button>
      {canRevoke(document) && (
        <Button icon="undo" onClick={() => setAsked('revoke')}>
          {text('revoke')}
        </Button>
      )}
      {canDelete(document) && (
        <Button icon="trash" onClick={() => setAsked('delete')}>
          {text('delete')}
        </Button>
      )}
      {action.error !== undefined && <FailureNotice error={action.error} />}
      {asked !== null && <EndDialog {...{ document, asked, onChanged }} onClose={() => setAsked(null)} />}
    </>
  );
}

interface EndDialogProps extends Pick<DocumentActionsProps, 'document' | 'onChanged'> {
  readonly asked: 'revoke' | 'delete';
  readonly onClose: () => void;
}

function EndDialog({ document: { documentId, name }, asked, onChanged, onClose }: EndDialogProps) {
  const text = useDocumentsText();
  const { api } = useApp();
  if (asked === 'revoke') {
    const onConfirm = async () => {
      await revoke(api, documentId);
      await onChanged();
    };
    return (
      <ConfirmDialog
        title={text('revokeNamed', { name })}
        confirm={text('revoke')}
        {...{ onConfirm, onClose }}
      >
        <p>{text('revokeText')}</p>
      </ConfirmDialog>
    );
  }
  const onConfirm = async () => {
    await remove(api, documentId);
    navigate('/documents', { replace: true });
  };
  return (
    <ConfirmDialog title={text('deleteNamed', { name })} confirm={text('delete')} {...{ onConfirm, onClose }}>
      <p>{text('deleteDocumentText')}</p>
    </ConfirmDialog>
  );
}
