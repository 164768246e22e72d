import type { DocumentBody } from '@countersign/api/bodies';
import { useState } from 'preact/hooks';
import { Button, type IconPath } from '../../parts/controls.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useAction } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
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
import { canDelete, canRevoke, isOwn, nameOf, saveAs, signeesInTurn } from './model.tsx';
import { RecipientLinksDialog } from './signee-dialogs.tsx';

interface DocumentActionsProps {
  readonly document: DocumentBody;
  readonly onChanged: () => Promise<void>;
  readonly onMessage: (message: string) => void;
}

type Asked = 'revoke' | 'delete' | 'links';

/** One button is the next step. The menu has the rest. */
export function DocumentActions({ document, onChanged, onMessage }: DocumentActionsProps) {
  const text = useDocumentsText();
  const action = useAction();
  const [isNext, setNext] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [next, ...others] = useActions({ document, onChanged, onMessage }, setAsked, (work) => {
    setNext(false);
    void action.run(work);
  });
  return (
    <>
      {next !== undefined && (
        <Button
          kind="primary"
          icon={next.icon}
          isBusy={action.isBusy && isNext}
          onClick={() => {
            next.onChoose();
            setNext(true);
          }}
        >
          {next.text}
        </Button>
      )}
      <Menu label={text('moreActions')} items={others} isBusy={action.isBusy && !isNext} />
      {action.error !== undefined && <FailureNotice error={action.error} />}
      {asked === 'links' && (
        <RecipientLinksDialog
          documentId={document.documentId}
          onClose={() => {
            setAsked(null);
            void onChanged();
          }}
        />
      )}
      {(asked === 'revoke' || asked === 'delete') && (
        <EndDialog {...{ document, asked, onChanged }} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

/** Lists what can be done, the next step first. */
function useActions(
  { document, onChanged, onMessage }: DocumentActionsProps,
  ask: (asked: Asked) => void,
  run: (work: () => Promise<unknown>) => void,
): readonly MenuItem[] {
  const text = useDocumentsText();
  const { api, user } = useApp();
  const { documentId, status } = document;
  const inTurn = signeesInTurn(document);
  const others = inTurn.filter((signee) => !isOwn(signee, user));
  const reminded = others.filter(({ reminders }) => reminders.reminderCooldown === 0);
  const doing = (icon: IconPath, label: string, work: () => Promise<unknown>): MenuItem => ({
    icon,
    text: label,
    onChoose: () => run(work),
  });
  const sign = async () => {
    const link = await openOwnLink(api, documentId);
    rememberDocumentPage(link, location.pathname);
    location.assign(link);
  };
  const sealNow = async () => {
    await reseal(api, documentId);
    onMessage(text('sealingTried'));
    await onChanged();
  };
  const remindAll = async () => {
    const ids = reminded.map(({ signeeId }) => signeeId);
    const { remindersSentTo } = await remind(api, documentId, ids);
    onMessage(text('reminded', { count: remindersSentTo.length }));
    await onChanged();
  };
  const [first] = reminded;
  const remindLabel =
    first !== undefined && reminded.length === 1
      ? text('remindNamed', { name: nameOf(first) })
      : text('remindMany', { count: reminded.length });
  const copy = doing(icons.copy, text('duplicate'), async () =>
    navigate(`/drafts/${await duplicate(api, documentId)}`),
  );
  const download = doing(icons.download, text('downloadSigned'), async () =>
    location.assign(await findSealedFile(api, documentId)),
  );
  const evidence = doing(icons.shield, text('downloadEvidence'), async () =>
    saveAs('evidence.json', await api.get<object>(`/v1/docs/${documentId}/evidence`)),
  );
  const asking = (icon: IconPath, asked: Asked, label: string): MenuItem => ({
    icon,
    text: label,
    isDanger: asked !== 'links',
    onChoose: () => ask(asked),
  });
  return [
    inTurn.length > others.length && doing(icons.pen, text('signNow'), sign),
    status === 'completed' && download,
    document.sealing !== undefined && doing(icons.lock, text('sealNow'), sealNow),
    reminded.length > 0 && doing(icons.bell, remindLabel, remindAll),
    copy,
    inTurn.length > 0 && asking(icons.link, 'links', text('signingLinks')),
    status === 'completed' && evidence,
    canRevoke(document) && asking(icons.undo, 'revoke', text('revoke')),
    canDelete(document) && asking(icons.trash, 'delete', text('delete')),
  ].filter((item) => item !== false);
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
