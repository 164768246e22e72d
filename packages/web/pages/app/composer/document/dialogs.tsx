import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { OpenedPdf } from '../../../document/open-pdf.ts';
import { fitScale, toPixels, useElementWidth, useNearViewport } from '../../../document/page-scale.ts';
import { usePdf } from '../../../document/use-pdf.ts';
import { Button, Notice, Spinner } from '../../../parts/controls.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import { useAction } from '../../../parts/hooks.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import type { Size } from '../marks/mark.ts';
import { PagePicture } from '../pages/page-picture.tsx';
import { findObstacles } from '../problems.ts';
import { Obstacles } from '../send-dialog.tsx';
import { FileDrop, UploadItems } from '../upload/upload-items.tsx';
import { joinFiles, readyFiles, useUploads } from '../upload/uploads.ts';
import { useComposerContext } from '../use-composer.ts';

/** A page in the dialog has at most this many CSS pixels. */
const PAGE_WIDTH = 720;

/** Shows the document with prefilled values, new pages and all boxes. */
export function PreviewDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useComposerText();
  const { autosave } = useComposerContext();
  const [state, setState] = useState<'saving' | 'failed' | string>('saving');
  const { client, item } = useComposerContext();
  useEffect(() => {
    autosave.flush().then(
      (isSaved) => setState(isSaved ? client.previewUrl(item.id, autosave.etag) : 'failed'),
      () => setState('failed'),
    );
  }, [autosave, client, item.id]);
  const footer = (
    <Button kind="primary" onClick={onClose} autofocus>
      {text('back')}
    </Button>
  );
  return (
    <Dialog title={text('previewTitle')} shape="window" onClose={onClose} footer={footer}>
      <p class="field-hint">{text('previewIntro')}</p>
      {state === 'saving' && <Spinner label={text('loadingDocument')} />}
      {state === 'failed' && <Notice mood="problem">{text('needsSaving')}</Notice>}
      {state !== 'saving' && state !== 'failed' && <Preview url={state} />}
    </Dialog>
  );
}

function Preview({ url }: { readonly url: string }) {
  const text = useComposerText();
  const composer = useComposerContext();
  const { client } = composer;
  const ignoreStale = useCallback(() => undefined, []);
  const { state, retry } = usePdf(url, ignoreStale, client.fetch);
  if (state.kind === 'loading') return <Spinner label={text('loadingDocument')} />;
  const marks = findObstacles(composer).filter(({ kind }) => kind === 'mark');
  // Trying again does not help.
  if (state.kind === 'failed' && marks.length > 0) return <Obstacles obstacles={marks} />;
  if (state.kind === 'failed')
    return (
      <Notice mood="problem" action={<Button onClick={retry}>{text('tryAgain')}</Button>}>
        {text('documentFailed')}
      </Notice>
    );
  return <PreviewPages {...state} />;
}

function PreviewPages({ pdf, firstSize }: { readonly pdf: OpenedPdf; readonly firstSize: Size }) {
  const element = useRef<HTMLDivElement>(null);
  const available = Math.min(PAGE_WIDTH, useElementWidth(element));
  return (
    <div ref={element} class="composer-preview">
      {available > 0 &&
        Array.from({ length: pdf.pageCount }, (_, index) => (
          <PreviewPage key={index} pdf={pdf} index={index} expected={firstSize} available={available} />
        ))}
    </div>
  );
}

interface PreviewPageProps {
  readonly pdf: OpenedPdf;
  readonly index: number;
  readonly expected: Size;
  /** The width is in CSS pixels. */
  readonly available: number;
}

function PreviewPage({ pdf, index, expected, available }: PreviewPageProps) {
  const text = useComposerText();
  const element = useRef<HTMLElement>(null);
  const isNear = useNearViewport(element);
  const [size, setSize] = useState(expected);
  useEffect(() => {
    if (isNear) pdf.readPageSize(index).then(setSize, () => undefined);
  }, [pdf, index, isNear]);
  const scale = fitScale(size.width, available);
  const [width, height] = [size.width * scale, size.height * scale];
  return (
    <section
      ref={element}
      class="composer-preview-page"
      aria-label={text('pageOf', { page: index + 1, pages: pdf.pageCount })}
      style={{ width: toPixels(width), height: toPixels(height) }}
    >
      {isNear && <PagePicture pdf={pdf} index={index} width={width} height={height} isRead />}
    </section>
  );
}

/** Boxes stay where they are. */
export function ReplaceFileDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useComposerText();
  const { client, capabilities, item, draft, replaceFile } = useComposerContext();
  const { maxFileSize, maxMergedFiles } = capabilities.limits;
  const { items, dispatch, add } = useUploads(client, maxFileSize);
  const action = useAction();
  const files = readyFiles(items);
  const canReplace = files !== null && files.length <= maxMergedFiles;
  const replace = async () => {
    const isDone = await action.run(async () => {
      const { fileId } = await joinFiles(client, files ?? [], draft.name || item.name);
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
