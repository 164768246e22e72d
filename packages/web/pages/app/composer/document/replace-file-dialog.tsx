import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import { useAction } from '../../../parts/use-action.ts';
import { useComposerContext } from '../composer-context.ts';
import { useComposerText } from '../text.ts';
import { FileDrop } from '../upload/file-drop.tsx';
import { joinFiles } from '../upload/join-files.ts';
import { UploadItems } from '../upload/upload-items.tsx';
import { readyFiles } from '../upload/upload-list.ts';
import { useUploads } from '../upload/use-uploads.ts';

/** Boxes stay where they are. */
export function ReplaceFileDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useComposerText();
  const { client, capabilities, item, composition, replaceFile } = useComposerContext();
  const { maxFileSize, maxMergedFiles } = capabilities.limits;
  const { items, dispatch, add } = useUploads(client, maxFileSize);
  const action = useAction();
  const files = readyFiles(items);
  const canReplace = files !== null && files.length <= maxMergedFiles;
  const replace = async () => {
    const isDone = await action.run(async () => {
      const { fileId } = await joinFiles(client, files ?? [], composition.name || item.name);
      await replaceFile(fileId);
    });
    if (isDone) onClose();
  };
  const footer = (
    <>
      <Button onClick={onClose} autofocus>
        {text('back')}
      </Button>
      {canReplace && (
        <Button kind="primary" isBusy={action.isBusy} onClick={replace}>
          {text('replaceFile')}
        </Button>
      )}
    </>
  );
  return (
    <Dialog title={text('replaceFile')} shape="window" onClose={onClose} footer={footer}>
      <p>{text('replaceIntro')}</p>
      <FileDrop onFiles={add} isLarge={items.length === 0} />
      <UploadItems items={items} dispatch={dispatch} />
      {files !== null && !canReplace && (
        <p class="field-problem">{text('tooManyFiles', { count: maxMergedFiles })}</p>
      )}
      {action.error !== undefined && <FailureNotice error={action.error} />}
    </Dialog>
  );
}
