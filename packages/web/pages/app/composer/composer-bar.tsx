import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button, Icon, type IconPath } from '../../parts/controls.tsx';
import * as icons from '../../parts/icons.ts';
import { useComposerText } from '../../parts/texts.tsx';
import { MoreMenu } from './more-menu.tsx';
import { findObstacles, type SendObstacle } from './problems.ts';
import { SaveStatus } from './saving/save-status.tsx';
import { type ComposerDialog, useComposerContext } from './use-composer.ts';

export const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;

interface ComposerBarProps {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly title: string;
  readonly isNarrow: boolean;
  readonly zoom: number;
  readonly onZoom: (zoom: number) => void;
  readonly onDialog: (dialog: ComposerDialog) => void;
  /** Leads to what is left to do. */
  readonly onLead: (obstacle: SendObstacle) => void;
  readonly onRename: () => void;
}

const LISTS = { draft: '/documents', template: '/templates', link: '/links' } as const;

/** The composer has no header of the application: the bar leads back, saves and sends. */
export function ComposerBar(props: ComposerBarProps) {
  const { heading, title, isNarrow, zoom, onZoom, onDialog, onLead, onRename } = props;
  const text = useComposerText();
  const { kind, undo, redo, canUndo, canRedo } = useComposerContext();
  const tool = (icon: IconPath, label: string, isPossible: boolean, run: () => void) => (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      aria-disabled={!isPossible}
      onClick={run}
    >
      <Icon path={icon} />
    </button>
  );
  return (
    <header class="composer-bar">
      <a class="icon-button" href={LISTS[kind]} aria-label={text(`backTo_${kind}`)}>
        <Icon path={icons.back} />
      </a>
      <h1 ref={heading} class="composer-title" tabIndex={-1}>
        {title}
      </h1>
      {!isNarrow && tool(icons.edit, text('rename'), true, onRename)}
      <SaveStatus />
      <div class="composer-tools">
        {tool(icons.undo, text('undo'), canUndo, undo)}
        {tool(icons.redo, text('redo'), canRedo, redo)}
        {!isNarrow && <ZoomTools zoom={zoom} onZoom={onZoom} />}
        {kind === 'draft' ? (
          <DraftTools isNarrow={isNarrow} onDialog={onDialog} onLead={onLead} />
        ) : (
          <SaveTools />
        )}
      </div>
    </header>
  );
}

type DraftToolsProps = Pick<ComposerBarProps, 'isNarrow' | 'onDialog' | 'onLead'>;

function DraftTools({ isNarrow, onDialog, onLead }: DraftToolsProps) {
  const text = useComposerText();
  const composer = useComposerContext();
  const obstacles = findObstacles(composer);
  const [first] = obstacles;
  const isOver = first?.kind === 'sentence' && first.key !== 'needsSignee';
  const people = composer.draft.signees.length;
  const count = obstacles.length;
  return (
    <>
      <Button kind="quiet" icon={icons.eye} onClick={() => onDialog('preview')}>
        <span class="composer-tool-label">{text('preview')}</span>
      </Button>
      <MoreMenu onChoose={onDialog} />
      <Button
        kind="primary"
        id="composer-send"
        icon={isNarrow || count > 0 ? undefined : icons.send}
        onClick={() => (first === undefined || isOver ? onDialog('send') : onLead(first))}
      >
        {count === 0 || isOver ? text('sendTo', { count: people }) : text('cannotSend', { count })}
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

function ZoomTools({ zoom, onZoom }: Pick<ComposerBarProps, 'zoom' | 'onZoom'>) {
  const text = useComposerText();
  const smaller = ZOOMS.findLast((step) => step < zoom);
  const larger = ZOOMS.find((step) => step > zoom);
  const step = (icon: IconPath, label: string, next: number | undefined) => (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      aria-disabled={next === undefined}
      onClick={() => onZoom(next ?? zoom)}
    >
      <Icon path={icon} />
    </button>
  );
  return (
    <span class="composer-zoom">
      {step(icons.minus, text('zoomOut'), smaller)}
      <button type="button" class="link-button" title={text('zoomReset')} onClick={() => onZoom(1)}>
        {Math.round(zoom * 100)} %
      </button>
      {step(icons.plus, text('zoomIn'), larger)}
    </span>
  );
}
