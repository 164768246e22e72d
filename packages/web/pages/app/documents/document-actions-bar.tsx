import type { DocumentBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/controls.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useAction } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { useDocumentsText } from '../../parts/texts.tsx';
import { rememberDocumentPage } from '../../requests/navigation.ts';
import { navigate, useApp } from '../router.ts';
import {
  duplicate,
  findSealedFile,
  openOwnLink,
  remind,
  remove,
  reseal,
  revoke,
} from './document-actions.ts';
import { canDelete, canRevoke, isOwn, signeesInTurn } from './model.tsx';

interface DocumentActionsProps {
  readonly document: DocumentBody;
  readonly onChanged: () => Promise<void>;
  readonly onMessage: (message: string) => void;
}

/** The next step comes first. */
export function DocumentActions({ document, onChanged, onMessage }: DocumentActionsProps) {
  const text = useDocumentsText();
  const { api, user } = useApp();
  const action = useAction();
  const [running, setRunning] = useState<string | null>(null);
  const [asked, setAsked] = useState<EndDialogProps['asked'] | null>(null);
  const { documentId, status } = document;
  const next = signeesInTurn(document);
  const isMine = next.some((signee) => isOwn(signee, user));
  const others = next.filter((signee) => !isOwn(signee, user));

  /** Only the button that was pressed shows that it works. */
  const doing = (name: string, work: () => Promise<unknown>) => ({
    isBusy: action.isBusy && running === name,
    onClick: () => {
      if (action.isBusy) return;
      setRunning(name);
      void action.run(work);
    },
  });
  const sign = async () => {
    const link = await openOwnLink(api, documentId);
    rememberDocumentPage(link, location.pathname);
    location.assign(link);
  };
  const remindAll = async () => {
    const { remindersSentTo } = await remind(
      api,
      documentId,
      others.map(({ signeeId }) => signeeId),
    );
    onMessage(text('reminded', { count: remindersSentTo.length }));
    await onChanged();
  };
  const sealNow = async () => {
    await reseal(api, documentId);
    onMessage(text('sealingTried'));
    await onChanged();
  };
  return (
    <>
      {isMine && (
        <Button kind="primary" icon={icons.pen} {...doing('sign', sign)}>
          {text('signNow')}
        </Button>
      )}
      {status === 'completed' && (
        <Button
          kind="primary"
          icon={icons.download}
          {...doing('download', async () => location.assign(await findSealedFile(api, documentId)))}
        >
          {text('downloadSigned')}
        </Button>
      )}
      {document.sealing !== undefined && (
        <Button kind="primary" icon={icons.lock} {...doing('reseal', sealNow)}>
          {text('sealNow')}
        </Button>
      )}
      {others.length > 0 && (
        <Button icon={icons.bell} {...doing('remind', remindAll)}>
          {text('remind')}
        </Button>
      )}
      <Button
        icon={icons.copy}
        {...doing('duplicate', async () => navigate(`/drafts/${await duplicate(api, documentId)}`))}
      >
        {text('duplicate')}
      </Button>
      {canRevoke(document) && (
        <Button icon={icons.undo} onClick={() => setAsked('revoke')}>
          {text('revoke')}
        </Button>
      )}
      {canDelete(document) && (
        <Button icon={icons.trash} onClick={() => setAsked('delete')}>
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
