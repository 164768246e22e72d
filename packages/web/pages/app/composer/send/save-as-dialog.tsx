import { MAX_NAME_LENGTH } from '@countersign/identity/text';
import { useState } from 'preact/hooks';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import { CheckField, TextField } from '../../../parts/field.tsx';
import { useAction } from '../../../parts/use-action.ts';
import { CopyButton } from '../../copy-button.tsx';
import { useComposerContext } from '../composer-context.ts';
import { toLink, toTemplate } from '../model/save-as.ts';
import { useComposerText } from '../text.ts';

interface SaveAsDialogProps {
  readonly kind: 'template' | 'link';
  readonly fileId: string;
  readonly onClose: () => void;
}

/** The draft stays. */
export function SaveAsDialog({ kind, fileId, onClose }: SaveAsDialogProps) {
  const text = useComposerText();
  const { client, composition } = useComposerContext();
  const action = useAction();
  const [name, setName] = useState(composition.name);
  const [mayPrint, setMayPrint] = useState(true);
  const [saved, setSaved] = useState<{ readonly url: string | null } | null>(null);
  const save = () =>
    action.run(async () => {
      if (kind === 'template') {
        await client.createTemplate(toTemplate({ ...composition, name }, fileId, new Date()));
        setSaved({ url: null });
      } else {
        const { url } = await client.createLink(toLink(composition, fileId, !mayPrint, new Date()));
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
