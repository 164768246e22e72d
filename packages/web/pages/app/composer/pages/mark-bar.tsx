import type { FormField } from '@countersign/signing';
import { Icon, type IconPath } from '../../../parts/controls.tsx';
import * as icons from '../../../parts/icons.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import { overlaps } from '../marks/geometry.ts';
import { isOnEveryPage, type PlacedMark, type Rect } from '../marks/mark.ts';
import { changeMark, isUsed } from '../marks/marks.ts';
import { rectsOn } from '../marks/surroundings.ts';
import { usePeople } from '../panel/owner-field.tsx';
import { toneOf } from '../problems.ts';
import { useComposerContext } from '../use-composer.ts';
import { usePageControls } from './page-controls.ts';
import { type PageLayout, type PagesView, placed as placeStyle, toColumn } from './page-layout.ts';

interface MarkBarProps {
  readonly layout: PageLayout;
  readonly near: PagesView['near'];
  readonly placed: readonly PlacedMark[];
}

/** CSS pixels: of the bar, which has more for fields, and from the mark. */
const HEIGHT = 44;
const [FIELD_WIDTH, BOX_WIDTH] = [336, 260];
const GAP = 12;

/** The commands that are used most, beside the selected mark and over nothing that could be pressed. */
export function MarkBar({ layout, near, placed }: MarkBarProps) {
  const text = useComposerText();
  const { selection, isDragging, fields, change } = useComposerContext();
  const controls = usePageControls();
  const people = usePeople();
  const active = placed.find(({ id }) => id === selection.active);
  if (active === undefined || selection.marked.length > 1 || isDragging) return null;
  const { mark, index } = active;
  const page = isOnEveryPage(mark) ? near[0] : active.place.page;
  const rect = findRoom(active, page, layout, placed, fields);
  if (rect === null) return null;
  const isRequired = mark.kind === 'field' && mark.isRequired;
  return (
    <div
      class={`composer-bar-of-mark tone-${toneOf(index)}`}
      role="toolbar"
      aria-label={text('markCommands')}
      style={placeStyle(rect)}
    >
      <span class="composer-owner-dot" aria-hidden="true" />
      <select
        class="composer-bar-owner"
        aria-label={text('boxOwner')}
        value={mark.owner}
        onChange={(event) => controls.giveTo(event.currentTarget.value)}
      >
        {people
          .filter(({ signee }) => isUsed(mark, signee))
          .map(({ signee, name }) => (
            <option key={signee.key} value={signee.key}>
              {name}
            </option>
          ))}
      </select>
      {mark.kind === 'field' && (
        <button
          type="button"
          class="composer-bar-toggle"
          aria-pressed={isRequired}
          onClick={() =>
            change((before) =>
              changeMark(before, mark.id, (one) =>
                one.kind === 'field' ? { ...one, isRequired: !isRequired } : one,
              ),
            )
          }
        >
          {isRequired && <Icon path={icons.check} />}
          {text('required')}
        </button>
      )}
      {mark.kind === 'initials' && (
        <BarButton
          icon={icons.allPages}
          label={text('allPages')}
          isPressed={mark.isOnAllPages}
          onPress={() => controls.setOnAllPages(!mark.isOnAllPages)}
        />
      )}
      <BarButton icon={icons.copy} label={text('duplicate')} onPress={() => controls.duplicate()} />
      <BarButton icon={icons.trash} label={text('removeMark')} onPress={() => controls.remove()} />
    </div>
  );
}

interface BarButtonProps {
  readonly icon: IconPath;
  readonly label: string;
  readonly isPressed?: boolean | undefined;
  readonly onPress: () => void;
}

function BarButton({ icon, label, isPressed, onPress }: BarButtonProps) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      onClick={onPress}
    >
      <Icon path={icon} />
    </button>
  );
}

/** Returns null where the bar would lie over another mark or field. */
function findRoom(
  active: PlacedMark,
  page: number,
  layout: PageLayout,
  placed: readonly PlacedMark[],
  fields: readonly FormField[],
): Rect | null {
  const own = toColumn(layout, active.place, page);
  const shown = layout.pages[page];
  if (own === null || shown === undefined) return null;
  const others = rectsOn(page, placed, fields, new Set([active.id])).flatMap(
    (one) => toColumn(layout, one, page) ?? [],
  );
  const width = active.mark.kind === 'field' ? FIELD_WIDTH : BOX_WIDTH;
  const right = Math.max(Math.min(own.x, shown.x + shown.width - width), shown.x);
  const left = Math.max(own.x + own.width - width, shown.x);
  const [below, above] = [own.y + own.height + GAP, own.y - GAP - HEIGHT];
  const candidates = [
    { x: right, y: below },
    { x: right, y: above },
    { x: left, y: below },
    { x: left, y: above },
    { x: own.x + own.width + GAP, y: own.y + own.height / 2 - HEIGHT / 2 },
  ];
  const isFree = (rect: Rect) =>
    rect.x >= shown.x &&
    rect.x + rect.width <= shown.x + shown.width &&
    rect.y >= shown.y &&
    rect.y + rect.height <= shown.y + shown.height &&
    !others.some((other) => overlaps(rect, other));
  return candidates.map((at) => ({ ...at, width, height: HEIGHT })).find(isFree) ?? null;
}
