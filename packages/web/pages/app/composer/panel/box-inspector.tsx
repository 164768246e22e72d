import { Button } from '../../../parts/button.tsx';
import { SelectField, TextField } from '../../../parts/field.tsx';
import { ALIGNMENTS } from '../boxes/align.ts';
import { MAX_SCALE, MIN_SCALE } from '../boxes/geometry.ts';
import { selectedIds } from '../boxes/selection.ts';
import { useComposerContext } from '../composer-context.ts';
import { nameOf } from '../model/composition.ts';
import { boxKindsOf } from '../model/methods.ts';
import type { PageControls } from '../pages/page-controls.ts';
import { useComposerText } from '../text.ts';

interface BoxInspectorProps {
  readonly controls: { readonly current: PageControls | null };
}

export function BoxInspector({ controls }: BoxInspectorProps) {
  const text = useComposerText();
  const { boxes, selection, composition, copied, endChange } = useComposerContext();
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
      {...(member === 'scale' ? { max: MAX_SCALE * factor } : {})}
      value={String(value)}
      onValue={(entered) => {
        // Another number follows.
        if (entered.trim() === '') return;
        const shifted = member === 'page' ? Number(entered) - 1 : Number(entered) / factor;
        controls.current?.setNumber(member, shifted);
      }}
      onBlur={endChange}
    />
  );
  const others = composition.signees.filter(({ signatureType }) => boxKindsOf(signatureType).includes(kind));
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
        <Button kind="quiet" icon="copy" onClick={run((pages) => pages.copy())}>
          {text('copy')}
        </Button>
        {copied.length > 0 && (
          <Button kind="quiet" icon="plus" onClick={run((pages) => pages.paste())}>
            {text('pasteHere')}
          </Button>
        )}
        <Button kind="quiet" icon="trash" onClick={run((pages) => pages.remove())}>
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
