import { useEffect, useRef } from 'preact/hooks';
import type { OpenedPdf } from '../../../document/open-pdf.ts';
import { Icon } from '../../../parts/controls.tsx';
import * as icons from '../../../parts/icons.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import { AnchorPanel } from '../anchors/anchor-panel.tsx';
import { NOTHING_SELECTED } from '../marks/selection.ts';
import type { ControlsRef } from '../pages/page-controls.ts';
import { useComposerContext } from '../use-composer.ts';
import { DocumentPanel } from './document-panel.tsx';
import { PeoplePanel } from './people-panel.tsx';
import { Nudges } from './place-properties.tsx';
import { Properties } from './properties.tsx';

interface PropertiesColumnProps {
  /** It is null until the document is open. */
  readonly pdf: OpenedPdf | null;
  readonly controls: ControlsRef;
  /** On small screens it is below the pages, which keep their own part of the screen: it never lies over them. */
  readonly isSheet: boolean;
}

const TABS = ['field', 'document'] as const;

/** The properties of what is selected, or message and settings. */
export function PropertiesColumn({ pdf, controls, isSheet }: PropertiesColumnProps) {
  const text = useComposerText();
  const { part, setPart, setSelection, setTool, isDragging } = useComposerContext();
  const body = useRef<HTMLDivElement>(null);
  // Each part begins at its top.
  useEffect(() => body.current?.scrollTo({ top: 0 }), [part]);
  const close = () => {
    if (part === 'field') setSelection(NOTHING_SELECTED);
    setPart(isSheet ? null : 'document');
  };
  const shown = isSheet ? part : part === 'people' ? 'document' : (part ?? 'document');
  if (shown === null) return null;
  return (
    <aside
      class={`composer-properties-column${isSheet ? ' is-sheet' : ''}${isDragging ? ' is-calm' : ''}`}
      aria-label={text('properties')}
    >
      {shown !== 'anchor' && !isSheet && (
        <nav class="composer-tabs" aria-label={text('parts')}>
          {TABS.map((tab) => (
            <button key={tab} type="button" aria-pressed={shown === tab} onClick={() => setPart(tab)}>
              {text(`tab_${tab}`)}
            </button>
          ))}
        </nav>
      )}
      {isSheet && shown !== 'anchor' && (
        <div class="composer-sheet-head">
          <strong>{text(`tab_${shown}`)}</strong>
          {shown === 'field' && <Nudges controls={controls} />}
          <button type="button" class="icon-button" aria-label={text('close')} onClick={close}>
            <Icon path={icons.close} />
          </button>
        </div>
      )}
      <div ref={body} class="composer-properties-body">
        {shown === 'field' && <Properties controls={controls} isSheet={isSheet} />}
        {shown === 'document' && <DocumentPanel />}
        {shown === 'people' && <PeoplePanel />}
        {shown === 'anchor' && pdf !== null && (
          <AnchorPanel
            pdf={pdf}
            controls={controls}
            onClose={() => {
              setTool(null);
              setPart(isSheet ? null : 'field');
            }}
          />
        )}
      </div>
    </aside>
  );
}
