import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { usePdf } from '../../document/use-pdf.ts';
import { Button, Notice, Spinner } from '../../parts/controls.tsx';
import { useMediaQuery } from '../../parts/hooks.ts';
import { useComposerText } from '../../parts/texts.tsx';
import { usePageFocus, usePageTitle } from '../page-heading.tsx';
import { ComposerBar, ZOOMS } from './composer-bar.tsx';
import { PreviewDialog, ReplaceFileDialog } from './document/dialogs.tsx';
import { PageStepper, Thumbnails } from './document/thumbnails.tsx';
import { isTyping } from './pages/mark-keys.ts';
import { MarkAnnouncer } from './pages/mark-view.tsx';
import { PageColumn } from './pages/page-column.tsx';
import type { PageControls } from './pages/page-controls.ts';
import { usePinch } from './pages/pinch.ts';
import { Dock } from './panel/dock.tsx';
import { Palette } from './panel/palette.tsx';
import { PeoplePanel } from './panel/people-panel.tsx';
import { PropertiesColumn } from './panel/properties-column.tsx';
import { SaveAsDialog, SendDialog } from './send-dialog.tsx';
import { type ComposerDialog, useComposerContext } from './use-composer.ts';
import { useLead } from './use-lead.ts';

interface ComposerViewProps {
  /** Null means that the draft has no file. */
  readonly fileId: string | null;
}

/** Wide screens show everything in columns; small ones the pages, with a dock and a sheet below them. */
export function ComposerView({ fileId }: ComposerViewProps) {
  const text = useComposerText();
  const composer = useComposerContext();
  const { client, store, item, undo, redo, tool, setTool, setPart, selection } = composer;
  const controls = useRef<PageControls | null>(null);
  const heading = usePageFocus();
  const title = composer.draft.name.trim() || text('unnamed');
  usePageTitle(title);
  const [dialog, setDialog] = useState<ComposerDialog | null>(null);
  const [zoom, setZoom] = useState(1);
  const pages = useRef<HTMLDivElement>(null);
  usePinch(pages, zoom, setZoom);
  const isNarrow = useMediaQuery('(max-width: 63.99em)');
  const url = store.sourceUrl(item);
  const ignoreStale = useCallback(() => undefined, []);
  const { state, retry } = usePdf(url, ignoreStale, client.fetch);
  // Otherwise marks would be placed on pages of a file that was replaced.
  const pdf = state.kind === 'open' && state.url !== url ? ({ kind: 'loading' } as const) : state;
  const paste = useCallback(() => controls.current?.paste(), []);
  const endTool = useCallback(() => setTool(null), [setTool]);
  useShortcuts({ undo, redo, paste, endTool });
  usePartOfSelection(isNarrow);
  const lead = useLead(controls);
  const isSelected = selection.active !== null;
  const opened = pdf.kind === 'open' ? pdf : null;

  return (
    <div class={`composer${isNarrow ? ' is-narrow' : ''}`}>
      <ComposerBar
        heading={heading}
        title={title}
        isNarrow={isNarrow}
        zoom={zoom}
        onZoom={setZoom}
        onDialog={setDialog}
        onLead={lead}
        onRename={() => lead({ kind: 'input', member: 'name', fault: 'name_missing' })}
      />
      <div class="composer-body">
        {!isNarrow && (
          <div class="composer-thumbs">
            {opened !== null && <Thumbnails opened={opened} controls={controls} />}
          </div>
        )}
        {!isNarrow && (
          <div class="composer-side">
            <PeoplePanel />
            <Palette controls={controls} isRow={false} onAnchor={() => setPart('anchor')} />
          </div>
        )}
        <div ref={pages} class="composer-pages" onWheel={(event) => zoomByWheel(event, zoom, setZoom)}>
          {isNarrow && opened !== null && (
            <PageStepper pageCount={opened.pdf.pageCount} controls={controls} zoom={zoom} onZoom={setZoom} />
          )}
          {pdf.kind === 'loading' && <Spinner label={text('loadingDocument')} />}
          {pdf.kind === 'failed' && (
            <Notice mood="problem" action={<Button onClick={retry}>{text('tryAgain')}</Button>}>
              {text('documentFailed')}
            </Notice>
          )}
          {opened !== null && (
            <PageColumn opened={opened} zoom={zoom} hasBar={!isNarrow && isSelected} controls={controls} />
          )}
        </div>
        <PropertiesColumn pdf={opened?.pdf ?? null} controls={controls} isSheet={isNarrow} />
        {isNarrow && <Dock controls={controls} />}
      </div>
      {/* Only as a description of marks. */}
      <p id="composer-mark-help" hidden>
        {text('markHelp')}
      </p>
      <p class="visually-hidden" role="status">
        {tool === null ? '' : text('toolHelp', { kind: text(`kind_${tool}`) })}
      </p>
      <MarkAnnouncer />
      {dialog === 'send' && <SendDialog onClose={() => setDialog(null)} onLead={lead} />}
      {dialog === 'preview' && <PreviewDialog onClose={() => setDialog(null)} />}
      {(dialog === 'template' || dialog === 'link') && fileId !== null && (
        <SaveAsDialog kind={dialog} fileId={fileId} onClose={() => setDialog(null)} />
      )}
      {dialog === 'replace' && <ReplaceFileDialog onClose={() => setDialog(null)} />}
    </div>
  );
}

/** Zooms by the wheel with Ctrl, which is also what browsers make of a pinch on a touchpad. */
function zoomByWheel(event: WheelEvent, zoom: number, onZoom: (zoom: number) => void): void {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  const next = event.deltaY > 0 ? ZOOMS.findLast((step) => step < zoom) : ZOOMS.find((step) => step > zoom);
  if (next !== undefined) onZoom(next);
}

/** Whatever is selected shows its properties; on small screens they go with the selection. */
function usePartOfSelection(isNarrow: boolean): void {
  const { selection, setPart, isDragging, draft } = useComposerContext();
  const { active } = selection;
  const isNarrowNow = useRef(isNarrow);
  isNarrowNow.current = isNarrow;
  useEffect(() => {
    // A sheet that came under the finger would move the pages.
    if (isDragging) return;
    if (active !== null) setPart('field');
    else setPart((before) => (before === 'field' && isNarrowNow.current ? null : before));
  }, [active, isDragging, setPart]);
  // Where nobody is there yet, somebody is added first.
  const isEmpty = draft.signees.length === 0;
  useEffect(() => {
    if (isNarrow) setPart((before) => (isEmpty ? 'people' : before === 'document' ? null : before));
    else setPart((before) => before ?? 'document');
  }, [isNarrow, setPart]);
}

interface Shortcuts {
  readonly undo: () => void;
  readonly redo: () => void;
  /** Pastes wherever the focus is: on the way to another page it leaves the mark. */
  readonly paste: () => void;
  readonly endTool: () => void;
}

/** Inputs keep their own shortcuts. */
function useShortcuts({ undo, redo, paste, endTool }: Shortcuts): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') endTool();
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
  }, [undo, redo, paste, endTool]);
}
