import { MAX_NAME_LENGTH } from '@countersign/base/text';
import type { FormField } from '@countersign/signing';
import { useEffect, useState } from 'preact/hooks';
import { labelOf } from '../../document/reading-order.ts';
import { Button, Notice, Spinner } from '../../parts/controls.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { CheckField, TextField } from '../../parts/field.tsx';
import { useAction } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { useComposerText } from '../../parts/texts.tsx';
import { CopyButton } from '../copy-button.tsx';
import { navigate } from '../router.ts';
import { toConfiguration } from './configuration.ts';
import { findObstacles, type SendObstacle } from './problems.ts';
import { nameOf } from './signee.ts';
import { useComposerContext } from './use-composer.ts';

/** Shows labels in place of the names that fields have in the file, where those have attributes. */
function withLabels(message: string, fields: readonly FormField[]): string {
  const named = fields.find(({ name, attributes }) => attributes.length > 0 && message.includes(name));
  return named === undefined ? message : message.replaceAll(named.name, () => labelOf(named));
}

export function Obstacles({ obstacles }: { readonly obstacles: readonly SendObstacle[] }) {
  const text = useComposerText();
  const { draft, fields } = useComposerContext();
  const { signees } = draft;
  const sentenceOf = (obstacle: SendObstacle): string => {
    if (obstacle.kind === 'message' || obstacle.kind === 'field') return withLabels(obstacle.message, fields);
    if (obstacle.kind === 'sentence') return text(obstacle.key);
    if (obstacle.kind === 'input' && obstacle.signeeKey === undefined)
      return text(`problem_${obstacle.fault}`);
    const index = signees.findIndex(({ key }) => key === obstacle.signeeKey);
    const signee = signees[index];
    const name = (signee && nameOf(signee)) || text('signeeNumber', { number: index + 1 });
    if (obstacle.kind === 'input') return `${name}: ${text(`problem_${obstacle.fault}`)}`;
    if (obstacle.kind === 'mark')
      return `${name}: ${obstacle.warning === null ? obstacle.message : text(`box_${obstacle.warning}`)}`;
    return `${name}: ${obstacle.code === 'contact_required' ? text('contactMissing') : obstacle.message}`;
  };
  return (
    <ul class="composer-obstacles">
      {obstacles.map((obstacle) => (
        <li key={JSON.stringify(obstacle)}>{sentenceOf(obstacle)}</li>
      ))}
    </ul>
  );
}

interface SaveAsDialogProps {
  readonly kind: 'template' | 'link';
  readonly fileId: string;
  readonly onClose: () => void;
}

/** The draft stays when it is saved as something else. */
export function SaveAsDialog({ kind, fileId, onClose }: SaveAsDialogProps) {
  const text = useComposerText();
  const { client, draft } = useComposerContext();
  const action = useAction();
  const [name, setName] = useState(draft.name);
  const [mayPrint, setMayPrint] = useState(true);
  const [saved, setSaved] = useState<{ readonly url: string | null } | null>(null);
  const save = () =>
    action.run(async () => {
      if (kind === 'template') {
        await client.createTemplate({
          ...toConfiguration({ ...draft, name }, 'template', new Date()),
          fileId,
        });
        setSaved({ url: null });
      } else {
        const { url } = await client.createLink({
          ...toConfiguration({ ...draft, disablePrinting: !mayPrint }, 'link', new Date()),
          fileId,
        });
        setSaved({ url });
      }
    });
  const footer =
    saved === null ? (
      <>
        <Button onClick={onClose}>{text('back')}</Button>
        <Button kind="primary" isBusy={action.isBusy} onClick={save} autofocus>
          {text(`saveAs_${kind}`)}
        </Button>
      </>
    ) : (
      <>
        <a class="button" href={kind === 'template' ? '/templates' : '/links'}>
          {text(`show_${kind}`)}
        </a>
        <Button kind="primary" onClick={onClose} autofocus>
          {text('done')}
        </Button>
      </>
    );
  return (
    <Dialog title={text(`saveAsTitle_${kind}`)} shape="window" onClose={onClose} footer={footer}>
      <p>{text(saved === null ? `saveAsIntro_${kind}` : `savedAs_${kind}`)}</p>
      {saved === null && kind === 'template' && (
        <TextField
          label={text('templateName')}
          value={name}
          maxLength={MAX_NAME_LENGTH}
          onValue={setName}
          autocomplete="off"
        />
      )}
      {saved === null && kind === 'link' && (
        <CheckField label={text('mayPrint')} isChecked={mayPrint} onChange={setMayPrint} />
      )}
      {saved?.url != null && (
        <p class="secret">
          <code>{saved.url}</code>
          <CopyButton value={saved.url} label={text('copyLink')} />
        </p>
      )}
      {action.error !== undefined && <FailureNotice error={action.error} />}
    </Dialog>
  );
}

interface SendDialogProps {
  readonly onClose: () => void;
  /** Leads to the first obstacle that saving has found. */
  readonly onLead: (obstacle: SendObstacle) => void;
}

export function SendDialog({ onClose, onLead }: SendDialogProps) {
  const text = useComposerText();
  const composer = useComposerContext();
  const { draft, client, item, autosave, saveState } = composer;
  const action = useAction();
  const [isUnsaved, setUnsaved] = useState(false);
  // What the service finds refers to what is saved.
  const [isChecking, setChecking] = useState(true);
  const { setSendTried } = composer;
  useEffect(() => setSendTried(true), [setSendTried]);
  useEffect(() => {
    void autosave.flush().finally(() => setChecking(false));
  }, [autosave]);
  const obstacles = findObstacles(composer);
  const { signees, enableSigningOrder } = draft;
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
  const goBack = () => {
    onClose();
    const [first] = isChecking ? [] : obstacles;
    // The dialog gives the focus back first.
    if (first !== undefined) requestAnimationFrame(() => onLead(first));
  };
  const canSend = !isChecking && obstacles.length === 0;
  const footer = (
    <>
      <Button onClick={goBack} autofocus={!canSend}>
        {text('back')}
      </Button>
      {canSend && (
        <Button kind="primary" icon={icons.send} isBusy={action.isBusy} onClick={send} autofocus>
          {text('sendNow')}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      title={canSend || isChecking ? text('sendTitle') : text('cannotSend', { count: obstacles.length })}
      shape="window"
      onClose={goBack}
      footer={footer}
    >
      {isChecking && <Spinner label={text('saving')} />}
      {!canSend && !isChecking && <Obstacles obstacles={obstacles} />}
      {canSend && (
        <>
          <p>{text('sendIntro', { name: draft.name, count: signees.length })}</p>
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
