import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { usePdf } from '../../document/use-pdf.ts';
import { Button, Icon, Notice, Spinner } from '../../parts/controls.tsx';
import { useMediaQuery } from '../../parts/hooks.ts';
import * as icons from '../../parts/icons.ts';
import { useComposerText } from '../../parts/texts.tsx';
import { usePageFocus, usePageTitle } from '../page-heading.tsx';
import { PreviewDialog, ReplaceFileDialog } from './document/dialogs.tsx';
import { Thumbnails } from './document/thumbnails.tsx';
import { MoreMenu } from './more-menu.tsx';
import { BoxAnnouncer } from './pages/box-view.tsx';
import { PageColumn } from './pages/page-column.tsx';
import type { PageControls } from './pages/page-picture.tsx';
import { boxElementId } from './pages/use-box-commands.ts';
import { BoxInspector } from './panel/box-inspector.tsx';
import { DocumentPanel } from './panel/document-panel.tsx';
import { SigneeList } from './panel/signee-list.tsx';
import { partOfFirstProblem, showFirstProblem } from './problems.ts';
import { SaveStatus } from './saving/save-status.tsx';
import { SaveAsDialog, SendDialog } from './send-dialog.tsx';
import { type ComposerDialog, useComposerContext } from './use-composer.ts';

type Tab = 'signees' | 'pages' | 'document';

const TABS: readonly Tab[] = ['signees', 'pages', 'document'];
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;

interface ComposerViewProps {
  /** Null means that the draft has no file. */
  readonly fileId: string | null;
}

/** Narrow screens show one part at a time. */
export function ComposerView({ fileId }: ComposerViewProps) {
  const text = useComposerText();
  const composer = useComposerContext();
  const { client, store, kind, item, undo, redo, canUndo, canRedo } = composer;
  const controls = useRef<PageControls | null>(null);
  const heading = usePageFocus();
  const title = composer.draft.name.trim() || text('unnamed');
  usePageTitle(title);
  const [dialog, setDialog] = useState<ComposerDialog | null>(null);
  const [tab, setTab] = useState<Tab>('signees');
  const [zoom, setZoom] = useState(1);
  const isNarrow = useMediaQuery('(max-width: 58.75em)');
  const hasThumbnails = useMediaQuery('(min-width: 73.75em)');
  const url = store.sourceUrl(item);
  const ignoreStale = useCallback(() => undefined, []);
  const { state, retry } = usePdf(url, ignoreStale, client.fetch);
  // Otherwise boxes would be placed on pages of a file that was replaced.
  const pdf = state.kind === 'open' && state.url !== url ? ({ kind: 'loading' } as const) : state;
  const paste = useCallback(() => controls.current?.paste(), []);
  useShortcuts({ undo, redo, paste });

  const shows = (part: Tab) => !isNarrow || tab === part;
  const showPages = () => setTab('pages');
  const endSending = () => {
    setDialog(null);
    const part = partOfFirstProblem(composer);
    if (part === null) return;
    setTab(part);
    // The dialog gives the focus back first, and the part is shown.
    requestAnimationFrame(showFirstProblem);
  };
  return (
    <div class={`composer${isNarrow ? ' is-narrow' : ''}`}>
      <div class="composer-bar">
        <h1 ref={heading} class="composer-title" tabIndex={-1}>
          {title}
        </h1>
        <SaveStatus />
        <div class="composer-tools">
          <button
            type="button"
            class="icon-button"
            aria-label={text('undo')}
            aria-disabled={!canUndo}
            onClick={undo}
          >
            <Icon path={icons.undo} />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={text('redo')}
            aria-disabled={!canRedo}
            onClick={redo}
          >
            <Icon path={icons.redo} />
          </button>
          {!isNarrow && <ZoomTools zoom={zoom} onZoom={setZoom} />}
          {kind === 'draft' && <DraftTools onChoose={setDialog} />}
          {kind !== 'draft' && <SaveTools />}
        </div>
      </div>
      {isNarrow && (
        <nav class="composer-tabs" aria-label={text('parts')}>
          {TABS.map((one) => (
            <button key={one} type="button" aria-pressed={tab === one} onClick={() => setTab(one)}>
              {text(`tab_${one}`)}
            </button>
          ))}
        </nav>
      )}
      <div class="composer-body">
        {pdf.kind === 'open' && hasThumbnails && <Thumbnails opened={pdf} controls={controls} />}
        <div class="composer-pages" hidden={!shows('pages')}>
          {pdf.kind === 'loading' && <Spinner label={text('loadingDocument')} />}
          {pdf.kind === 'failed' && (
            <Notice mood="problem" action={<Button onClick={retry}>{text('tryAgain')}</Button>}>
              {text('documentFailed')}
            </Notice>
          )}
          {pdf.kind === 'open' && <PageColumn opened={pdf} zoom={zoom} controls={controls} />}
        </div>
        {/* Each part begins at its top. */}
        <div class="composer-side" hidden={isNarrow && tab === 'pages'}>
          <div key={isNarrow ? tab : ''} class="composer-panel">
            {shows('signees') && <SigneeList controls={controls} onPlace={showPages} />}
            {shows('document') && <DocumentPanel />}
          </div>
          {!isNarrow && <BoxInspector controls={controls} />}
        </div>
        {isNarrow && tab === 'pages' && <InspectorSheet controls={controls} />}
      </div>
      {/* Only as a description of boxes. */}
      <p id="composer-box-help" hidden>
        {text('boxHelp')}
      </p>
      <BoxAnnouncer />
      {dialog === 'send' && <SendDialog onClose={endSending} />}
      {dialog === 'preview' && <PreviewDialog onClose={() => setDialog(null)} />}
      {(dialog === 'template' || dialog === 'link') && fileId !== null && (
        <SaveAsDialog kind={dialog} fileId={fileId} onClose={() => setDialog(null)} />
      )}
      {dialog === 'replace' && <ReplaceFileDialog onClose={() => setDialog(null)} />}
    </div>
  );
}

function DraftTools({ onChoose }: { readonly onChoose: (dialog: ComposerDialog) => void }) {
  const text = useComposerText();
  return (
    <>
      <Button kind="quiet" icon={icons.eye} onClick={() => onChoose('preview')}>
        <span class="composer-tool-label">{text('preview')}</span>
      </Button>
      <MoreMenu onChoose={onChoose} />
      <Button kind="primary" icon={icons.send} onClick={() => onChoose('send')}>
        {text('send')}
      </Button>
    </>
  );
}

/** Other people use templates and public links, so these are saved when the sender says so. */
function SaveTools() {
  const text = useComposerText();
  const { kind, item, autosave, saveState } = useComposerContext();
  const { state } = saveState;
  useUnloadWarning(state !== 'saved');
  return (
    <>
      {kind === 'template' && (
        <a class="link-button" href={`/new?template=${item.id}`}>
          <Icon path={icons.send} />
          <span class="composer-tool-label">{text('useTemplate')}</span>
        </a>
      )}
      {kind === 'link' && (
        <a class="link-button" href={`/links/${item.id}`}>
          <Icon path={icons.link} />
          <span class="composer-tool-label">{text('showPublicLink')}</span>
        </a>
      )}
      <Button
        kind="primary"
        icon={icons.check}
        isBusy={state === 'saving'}
        onClick={() => void autosave.flush()}
      >
        {text('save')}
      </Button>
    </>
  );
}

function useUnloadWarning(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasChanges]);
}

interface InspectorSheetProps {
  readonly controls: { readonly current: PageControls | null };
}

/**
 * It neither comes nor goes while a box is dragged: the edge at which pages scroll would move to the finger.
 */
function InspectorSheet({ controls }: InspectorSheetProps) {
  const { selection, isDragging } = useComposerContext();
  const wasShown = useRef(false);
  const isShown = isDragging ? wasShown.current : selection.active !== null;
  wasShown.current = isShown;
  const shownBox = isShown ? selection.active : null;
  useLayoutEffect(() => {
    if (shownBox !== null)
      document.getElementById(boxElementId(shownBox))?.scrollIntoView({ block: 'nearest' });
  }, [shownBox]);
  if (!isShown) return null;
  return (
    <div class="composer-inspector-sheet">
      <BoxInspector controls={controls} />
    </div>
  );
}

function ZoomTools({ zoom, onZoom }: { readonly zoom: number; readonly onZoom: (zoom: number) => void }) {
  const text = useComposerText();
  const { currentPage } = useComposerContext();
  const smaller = ZOOMS.findLast((step) => step < zoom);
  const larger = ZOOMS.find((step) => step > zoom);
  return (
    <span class="composer-zoom">
      <span class="soft composer-current">{text('currentPage', { page: currentPage + 1 })}</span>
      <button
        type="button"
        class="icon-button"
        aria-label={text('zoomOut')}
        aria-disabled={smaller === undefined}
        onClick={() => onZoom(smaller ?? zoom)}
      >
        <Icon path={icons.minus} />
      </button>
      <button type="button" class="link-button" title={text('zoomReset')} onClick={() => onZoom(1)}>
        {Math.round(zoom * 100)} %
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={text('zoomIn')}
        aria-disabled={larger === undefined}
        onClick={() => onZoom(larger ?? zoom)}
      >
        <Icon path={icons.plus} />
      </button>
    </span>
  );
}

interface Shortcuts {
  readonly undo: () => void;
  readonly redo: () => void;
  /** Pastes wherever the focus is: on the way to another page it leaves the box. */
  readonly paste: () => void;
}

/** Inputs keep their own shortcuts. */
function useShortcuts({ undo, redo, paste }: Shortcuts): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!isCommand || isTyping(event.target)) return;
      const key = event.key.toLowerCase();
      const commands: Readonly<Record<string, () => void>> = {
        v: paste,
        y: redo,
        z: event.shiftKey ? redo : undo,
      };
      const command = commands[key];
      if (command === undefined) return;
      event.preventDefault();
      command();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [undo, redo, paste]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, dialog *');
}
