import { useRef } from 'preact/hooks';
import { Icon } from '../../../parts/icon.tsx';
import { boxId, removeBoxes } from '../boxes/boxes-of.ts';
import { useComposerContext } from '../composer-context.ts';
import type { BoxKind, ComposedSignee } from '../model/composition.ts';
import { boxKindsOf } from '../model/methods.ts';
import type { PageControls } from '../pages/page-controls.ts';
import { focusBox, placeButtonId } from '../pages/use-box-commands.ts';
import { useComposerText } from '../text.ts';
import { problemsAt } from '../use-composer.ts';

interface BoxPlaceProps {
  readonly signee: ComposedSignee;
  readonly kind: BoxKind;
  readonly title: string;
  readonly controls: { readonly current: PageControls | null };
  readonly onPlace: () => void;
}

/** With the handle to drag it onto a page. */
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
        <Icon name={kind === 'signature' ? 'pen' : 'user'} />
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
