import { useState } from 'preact/hooks';
import { Button, Icon } from '../../../parts/controls.tsx';
import { TextField } from '../../../parts/field.tsx';
import * as icons from '../../../parts/icons.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import { isOnEveryPage, LOST_PAGE, type PlacedMark } from '../marks/mark.ts';
import { moveMarks } from '../marks/marks.ts';
import type { ControlsRef, PlaceNumber } from '../pages/page-controls.ts';
import { useComposerContext } from '../use-composer.ts';

interface FirstProps {
  readonly first: PlacedMark;
  readonly controls: ControlsRef;
}

/** The limit of boxes of a document [D10-10]. */
const MAX_SINGLE_BOXES = 100;

export function AllPages({ first, controls }: FirstProps) {
  const text = useComposerText();
  const { mark } = first;
  const { currentPage } = useComposerContext();
  if (mark.kind !== 'initials' && !isOnEveryPage(mark)) return null;
  const isOnAll = isOnEveryPage(mark);
  const count = controls.current?.pageCount ?? 0;
  return (
    <div class="composer-all-pages">
      <label class="mark-row">
        <input
          type="checkbox"
          checked={isOnAll}
          onChange={(event) => controls.current?.setOnAllPages(event.currentTarget.checked)}
        />
        <span>{text('allPages')}</span>
      </label>
      {isOnAll && count > 1 && count <= MAX_SINGLE_BOXES && (
        <Button kind="quiet" icon={icons.minus} onClick={() => controls.current?.leaveOut(currentPage)}>
          {text('leaveOutPage', { page: currentPage + 1 })}
        </Button>
      )}
    </div>
  );
}

const POINTS_PER_MM = 72 / 25.4;

function toMillimetres(points: number): string {
  return String(Math.round((points / POINTS_PER_MM) * 10) / 10);
}

const NUDGES = [
  { direction: 'left', icon: icons.left, x: -1, y: 0 },
  { direction: 'up', icon: icons.up, x: 0, y: -1 },
  { direction: 'down', icon: icons.down, x: 0, y: 1 },
  { direction: 'right', icon: icons.right, x: 1, y: 0 },
] as const;

/** Moves by a millimetre what a finger covers while it drags. */
export function Nudges({ controls }: Pick<FirstProps, 'controls'>) {
  const text = useComposerText();
  const { placed, selection } = useComposerContext();
  if (!placed.some(({ id }) => id === selection.active)) return null;
  return (
    <span class="composer-nudges">
      {NUDGES.map(({ direction, icon, x, y }) => (
        <button
          key={direction}
          type="button"
          class="icon-button"
          aria-label={text(`nudge_${direction}`)}
          onClick={() => controls.current?.moveBy(x * POINTS_PER_MM, y * POINTS_PER_MM)}
        >
          <Icon path={icon} />
        </button>
      ))}
    </span>
  );
}

/** Millimetres, as on a ruler. */
export function PlaceNumbers({ first, controls }: FirstProps) {
  const text = useComposerText();
  const { mark, place } = first;
  const isOnAll = isOnEveryPage(mark);
  if (place.page < 0) return null;
  return (
    <fieldset class="composer-place">
      <legend>
        {text('place')}
        <span class="field-hint">{text('inMillimetres')}</span>
      </legend>
      <div class="composer-numbers">
        {!isOnAll && (
          <NumberField
            label={text('pageNumber')}
            value={String(place.page + 1)}
            onNumber={(page) => controls.current?.setNumber('page', page - 1)}
          />
        )}
        {(['x', 'y', 'width', 'height'] as const satisfies readonly PlaceNumber[]).map((member) => (
          <NumberField
            key={member}
            label={text(`place_${member}`)}
            value={toMillimetres(place[member])}
            onNumber={(value) => controls.current?.setNumber(member, value * POINTS_PER_MM)}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onNumber: (value: number) => void;
}

/** What is typed stays as it is typed until the field is left. */
function NumberField({ label, value, onNumber }: NumberFieldProps) {
  const { endChange } = useComposerContext();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      type="number"
      step="any"
      min={0}
      value={typed ?? value}
      onValue={(entered) => {
        setTyped(entered);
        // The person types another number next.
        if (entered.trim() !== '') onNumber(Number(entered));
      }}
      onBlur={() => {
        setTyped(null);
        endChange();
      }}
    />
  );
}

/** The text that the place is taken from, which can be given up. */
export function AnchorOf({ first: { id, place } }: { readonly first: PlacedMark }) {
  const text = useComposerText();
  const { change } = useComposerContext();
  const { anchor } = place;
  if (anchor === null) return null;
  const isLost = place.page === LOST_PAGE;
  return (
    <div class={`composer-anchor${isLost ? ' is-wrong' : ''}`}>
      <span class="composer-anchor-label">{text('movesWithText')}</span>
      <span class="composer-anchor-text">
        <Icon path={icons.anchor} />
        <span>{text('anchorText', { text: anchor.text, number: anchor.occurrence })}</span>
        {!isLost && (
          <button
            type="button"
            class="icon-button"
            aria-label={text('removeAnchor')}
            onClick={() => change((before) => moveMarks(before, new Map([[id, { ...place, anchor: null }]])))}
          >
            <Icon path={icons.close} />
          </button>
        )}
      </span>
      {isLost && <p class="field-problem">{text('anchorLost')}</p>}
    </div>
  );
}
