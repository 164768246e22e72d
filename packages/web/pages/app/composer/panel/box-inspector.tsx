import { MAX_SCALE, MIN_SCALE } from '@countersign/seal/layout';
import { useRef } from 'preact/hooks';
import { Button, Icon } from '../../../parts/controls.tsx';
import { SelectField, TextField } from '../../../parts/field.tsx';
import * as icons from '../../../parts/icons.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import { boxId, removeBoxes, selectedIds } from '../boxes/boxes.ts';
import { ALIGNMENTS } from '../boxes/geometry.ts';
import { type BoxKind, boxKindsOf, type DraftSignee, nameOf } from '../draft.ts';
import type { PageControls } from '../pages/page-picture.tsx';
import { focusBox, placeButtonId } from '../pages/use-box-commands.ts';
import { problemsAt, useComposerContext } from '../use-composer.ts';

interface BoxInspectorProps {
  readonly controls: { readonly current: PageControls | null };
}

export function BoxInspector({ controls }: BoxInspectorProps) {
  const text = useComposerText();
  const { boxes, selection, draft, copied, endChange } = useComposerContext();
  const ids = selectedIds(selection);
  const first = boxes.find(({ id }) => id === ids[0]);
  if (first === undefined) return null;
  const { box, kind, signee } = first;
  const run = (command: (pages: PageControls) => void) => () => {
    if (controls.current !== null) command(controls.current);
  };
  const number = (member: 'page' | 'x' | 'y' | 'scale', label: string, value: number, factor: number) => (
    <TextField
      label={label}
      type="number"
      step={1}
      min={member === 'page' ? 1 : member === 'scale' ? MIN_SCALE * factor : 0}
      max={member === 'scale' ? MAX_SCALE * factor : undefined}
      value={String(value)}
      onValue={(entered) => {
        // The person types another number next.
        if (entered.trim() === '') return;
        const shifted = member === 'page' ? Number(entered) - 1 : Number(entered) / factor;
        controls.current?.setNumber(member, shifted);
      }}
      onBlur={endChange}
    />
  );
  const others = draft.signees.filter(({ signatureType }) => boxKindsOf(signatureType).includes(kind));
  return (
    <section class="composer-section composer-inspector" aria-labelledby="composer-inspector">
      <h2 id="composer-inspector">{text('selectedBoxes', { count: ids.length })}</h2>
      <div class="composer-numbers">
        {number('page', text('pageNumber'), box.page + 1, 1)}
        {number('x', text('fromLeft'), box.x, 1)}
        {number('y', text('fromTop'), box.y, 1)}
        {number('scale', text('percent'), Math.round(box.scale * 100), 100)}
      </div>
      {ids.length === 1 && others.length > 1 && (
        <SelectField
          label={text('boxOwner')}
          value={signee.key}
          choices={others.map((one, index) => ({
            value: one.key,
            label: nameOf(one) === '' ? text('signeeNumber', { number: index + 1 }) : nameOf(one),
          }))}
          onValue={(key) => controls.current?.giveTo(key)}
        />
      )}
      {ids.length > 1 && (
        <fieldset class="composer-align">
          <legend>{text('align')}</legend>
          {ALIGNMENTS.map((alignment) => (
            <Button key={alignment} kind="quiet" onClick={run((pages) => pages.align(alignment))}>
              {text(`align_${alignment}`)}
            </Button>
          ))}
          <Button kind="quiet" onClick={run((pages) => pages.matchScale())}>
            {text('sameSize')}
          </Button>
          {ids.length > 2 &&
            (['horizontal', 'vertical'] as const).map((direction) => (
              <Button key={direction} kind="quiet" onClick={run((pages) => pages.distribute(direction))}>
                {text(`distribute_${direction}`)}
              </Button>
            ))}
        </fieldset>
      )}
      <div class="form-actions">
        <Button kind="quiet" icon={icons.copy} onClick={run((pages) => pages.copy())}>
          {text('copy')}
        </Button>
        {copied.length > 0 && (
          <Button kind="quiet" icon={icons.plus} onClick={run((pages) => pages.paste())}>
            {text('pasteHere')}
          </Button>
        )}
        <Button kind="quiet" icon={icons.trash} onClick={run((pages) => pages.remove())}>
          {text('removeBox')}
        </Button>
      </div>
      <details class="composer-more">
        <summary>{text('keyboard')}</summary>
        <p class="field-hint">{text('boxHelp')}</p>
      </details>
    </section>
  );
}

interface BoxPlaceProps {
  readonly signee: DraftSignee;
  readonly kind: BoxKind;
  readonly title: string;
  readonly controls: { readonly current: PageControls | null };
  readonly onPlace: () => void;
}

/** The button is also the handle to drag the box onto a page. */
export function BoxPlace({ signee, kind, title, controls, onPlace }: BoxPlaceProps) {
  const text = useComposerText();
  const composer = useComposerContext();
  const box = signee.boxes[kind];
  const id = boxId(signee.key, kind);
  const isOptional = boxKindsOf(signee.signatureType).length === 1;
  const problem = problemsAt(composer, signee.key, [kind === 'signature' ? 'signatureBox' : 'idScanBox'])
    .found[0];
  const isPageMissing = composer.serverProblems.some(
    ({ place, code }) => place.kind === 'box' && place.id === id && code === 'page_out_of_range',
  );
  const isMissing = problem !== undefined && box === undefined && !isOptional;
  const wasDragged = useRef(false);
  const place = () => {
    if (!composer.arePagesOpen) return;
    onPlace();
    if (box === undefined || isPageMissing) controls.current?.place(signee.key, kind);
    else {
      controls.current?.scrollToPage(box.page);
      composer.setSelection({ active: id, marked: [] });
      focusBox(id);
    }
  };
  return (
    <div class="composer-place">
      <button
        type="button"
        id={placeButtonId(id)}
        class={`composer-chip${box === undefined ? '' : ' is-placed'}${isMissing || isPageMissing ? ' is-wrong' : ''}`}
        aria-disabled={!composer.arePagesOpen}
        aria-label={text(box === undefined || isPageMissing ? 'placeBox' : 'showBox', {
          kind: text(kind === 'signature' ? 'signatureBox' : 'scanBox'),
          name: title,
        })}
        onPointerDown={(event) => {
          wasDragged.current = false;
          controls.current?.startPlacing(event, signee.key, kind, () => {
            wasDragged.current = true;
          });
        }}
        onClick={(event) => {
          // A drag that ends here is a click too. A key press has no detail.
          if (event.detail === 0 || !wasDragged.current) place();
        }}
      >
        <Icon path={kind === 'signature' ? icons.pen : icons.user} />
        <span>{text(kind === 'signature' ? 'signatureBox' : 'scanBox')}</span>
      </button>
      <span class="composer-place-text">
        {box !== undefined && text('onPage', { page: box.page + 1 })}
        {box === undefined && !composer.arePagesOpen && text('loadingDocument')}
        {box === undefined && composer.arePagesOpen && text(isOptional ? 'onNewPage' : 'notPlaced')}
        {box !== undefined && isOptional && (
          <button
            type="button"
            class="link-button"
            onClick={() => composer.change((before) => removeBoxes(before, [id]))}
          >
            {text('toNewPage')}
          </button>
        )}
      </span>
      {isMissing && <p class="field-problem">{text('boxMissing')}</p>}
      {isPageMissing && <p class="field-problem">{text('box_page_missing')}</p>}
    </div>
  );
}
