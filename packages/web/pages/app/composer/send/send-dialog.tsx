import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { Spinner } from '../../../parts/spinner.tsx';
import { useAction } from '../../../parts/use-action.ts';
import { navigate } from '../../router.ts';
import { useComposerContext } from '../composer-context.ts';
import { nameOf } from '../model/composition.ts';
import { useComposerText } from '../text.ts';
import { findObstacles } from './checks.ts';
import { Obstacles } from './obstacles.tsx';

export function SendDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useComposerText();
  const composer = useComposerContext();
  const { composition, client, item, autosave, saveState } = composer;
  const action = useAction();
  const [isUnsaved, setUnsaved] = useState(false);
  // What the service finds is about what is saved.
  const [isChecking, setChecking] = useState(true);
  const { setSendTried } = composer;
  useEffect(() => setSendTried(true), [setSendTried]);
  useEffect(() => {
    void autosave.flush().finally(() => setChecking(false));
  }, [autosave]);
  const obstacles = findObstacles(composer);
  const { signees, enableSigningOrder } = composition;
  const ordered = enableSigningOrder ? signees.toSorted((a, b) => a.signingOrder - b.signingOrder) : signees;
  const send = () =>
    action.run(async () => {
      const isSaved = await autosave.flush();
      setUnsaved(!isSaved);
      if (!isSaved) return;
      const { documentId } = await client.send(item.id, autosave.etag);
      composer.forget();
      navigate(`/documents/${documentId}`, { replace: true });
    });
  const canSend = !isChecking && obstacles.length === 0;
  const footer = (
    <>
      <Button onClick={onClose} autofocus={!canSend}>
        {text('back')}
      </Button>
      {canSend && (
        <Button kind="primary" icon="send" isBusy={action.isBusy} onClick={send} autofocus>
          {text('sendNow')}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      title={text(canSend || isChecking ? 'sendTitle' : 'cannotSend')}
      shape="window"
      onClose={onClose}
      footer={footer}
    >
      {isChecking && <Spinner label={text('saving')} />}
      {!canSend && !isChecking && <Obstacles obstacles={obstacles} />}
      {canSend && (
        <>
          <p>{text('sendIntro', { name: composition.name, count: signees.length })}</p>
          <ol class="composer-recipients">
            {ordered.map((signee) => (
              <li key={signee.key}>
                <strong>{nameOf(signee)}</strong>
                <span class="soft">
                  {signee.isInvited
                    ? text('isInvitedAt', {
                        contact: [signee.emailAddress, signee.phoneNumber]
                          .filter((one) => one !== '')
                          .join(', '),
                      })
                    : text('getsNoInvitation')}
                </span>
              </li>
            ))}
          </ol>
          {signees.length > 1 && (
            <p class="field-hint">{text(enableSigningOrder ? 'sendInOrder' : 'sendAtOnce')}</p>
          )}
        </>
      )}
      {isUnsaved && <Notice mood="problem">{saveState.message ?? text('needsSaving')}</Notice>}
      {action.error !== undefined && <FailureNotice error={action.error} />}
    </Dialog>
  );
}
