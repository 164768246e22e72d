import type { ComposerKey, Text } from '@countersign/i18n/texts';
import { useEffect, useState } from 'preact/hooks';
import { fieldTextSize, toPixels } from '../../../document/page-scale.ts';
import { Icon } from '../../../parts/controls.tsx';
import * as icons from '../../../parts/icons.ts';
import { memo } from '../../../parts/memo.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import { baseOf, iconOf, kindOf } from '../marks/kinds.ts';
import { isOnEveryPage, type Mark, type Place, type PlacedMark, shapeOf } from '../marks/mark.ts';
import { activate, NOTHING_SELECTED, toggle } from '../marks/selection.ts';
import { toneOf } from '../problems.ts';
import { nameOf } from '../signee.ts';
import { useComposerContext } from '../use-composer.ts';
import { runMarkKey } from './mark-keys.ts';
import { usePageControls } from './page-controls.ts';
import { type PlacedPage, placed as placeStyle } from './page-layout.ts';
import { markElementId } from './selected-marks.ts';

interface MarkViewProps {
  readonly id: string;
  readonly mark: Mark;
  readonly at: number;
  readonly place: Place;
  readonly owner: PlacedMark['owner'];
  readonly index: number;
  /** The page that shows it: some marks are on every page. */
  readonly page: number;
  readonly shown: PlacedPage;
  readonly isMarked: boolean;
  readonly isActive: boolean;
  /** Sentences about what is wrong, and an empty text for none. */
  readonly problem: string;
  /** What was filled in for the signee. */
  readonly value: string;
}

/** It gets everything that changes as props: moving one of hundreds renders one. */
export const MarkView = memo(function MarkView(props: MarkViewProps) {
  const text = useComposerText();
  const { id, mark, at, place, owner, index, page, shown, isMarked, isActive, problem, value } = props;
  const controls = usePageControls();
  const own: PlacedMark = { id, mark, at, place, owner, index };
  const { scale } = shown;
  const rect = {
    x: shown.x + place.x * scale,
    y: shown.y + place.y * scale,
    width: place.width * scale,
    height: place.height * scale,
  };
  const isSelected = isMarked || isActive;
  const tone = `tone-${toneOf(index)}`;
  const name = personName(text, own);
  const label = text('markLabel', {
    ...{ name, kind: describeMark(text, mark, place), page: page + 1 },
    ...{ x: Math.round(place.x), y: Math.round(place.y) },
  });
  return (
    <li class="composer-mark-item">
      <button
        type="button"
        id={markElementId(id, page)}
        class={`composer-mark ${tone} is-${mark.kind === 'field' ? mark.type : mark.kind}${isSelected ? ' is-selected' : ''}${problem === '' ? '' : ' has-warning'}`}
        style={placeStyle(rect)}
        aria-pressed={isMarked}
        aria-label={[label, problem].filter((part) => part !== '').join('. ')}
        aria-roledescription={text('movableBox')}
        aria-describedby="composer-mark-help"
        data-mark={id}
        onPointerDown={(event) => controls.startMove(event, own, page)}
        // The focus would make the mark the active one.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onFocus={() => controls.setSelection((before) => activate(before, id))}
        onKeyDown={(event) => {
          controls.activate(id);
          if (runMarkKey(event, controls)) event.preventDefault();
          else if (event.key === ' ') {
            event.preventDefault();
            controls.setSelection((before) => toggle(before, id));
          } else if (event.key === 'Escape') controls.setSelection(NOTHING_SELECTED);
        }}
      />
      <span
        class={`composer-mark-content ${tone}${isSelected ? ' is-selected' : ''}`}
        aria-hidden="true"
        style={placeStyle(rect)}
      >
        <MarkContent text={text} mark={mark} place={place} name={name} value={value} scale={scale} />
      </span>
      {isSelected && <Handles own={own} page={page} rect={rect} tone={tone} />}
      {problem !== '' && (
        <p
          class="composer-mark-warning"
          style={{ left: toPixels(rect.x), top: toPixels(rect.y + rect.height + 4) }}
        >
          <Icon path={icons.warning} />
          <span>{problem}</span>
        </p>
      )}
    </li>
  );
});

export function personName(
  text: Text<ComposerKey>,
  { owner, index }: Pick<PlacedMark, 'owner' | 'index'>,
): string {
  const name = nameOf(owner);
  return name === '' ? text('signeeNumber', { number: index + 1 }) : name;
}

/** Returns the kind, and what the sender calls it. */
function describeMark(text: Text<ComposerKey>, mark: Mark, place?: Pick<Place, 'value'>): string {
  const kind = text(`kind_${kindOf(mark)}`);
  if (mark.kind !== 'field') return kind;
  const label = mark.label.trim() === '' ? baseOf(mark.name) : mark.label.trim();
  const parts = [label, place?.value ?? ''].filter((part) => part !== '' && part !== kind);
  return parts.length === 0 ? kind : `${kind} “${parts.join(': ')}”`;
}

interface MarkContentProps {
  readonly text: Text<ComposerKey>;
  readonly mark: Mark;
  readonly place: Place;
  readonly name: string;
  readonly value: string;
  /** CSS pixels per point. */
  readonly scale: number;
}

/** CSS pixels: names in small pages are as large as this if their boxes have room for them. */
const READABLE_SIZE = 9;
/** CSS pixels: what is narrower has room for its label alone. */
const MIN_ICON_WIDTH = 110;
/** Shares of the height of a box, and of its width for the longest text of initials. */
const [LINE_SHARE, TWO_LINES_SHARE, WIDTH_SHARE] = [0.8, 0.4, 0.15];

/** What is in a box as long as nobody has signed. A value has the size that it will have. */
function MarkContent({ text, mark, place, name, value, scale }: MarkContentProps) {
  const isSmall = mark.kind === 'field' && shapeOf(mark).ratio === 1;
  if (isSmall) return value === '' ? null : <Icon path={icons.check} />;
  const icon = iconOf(kindOf(mark));
  if (mark.kind === 'field') {
    const own = fieldTextSize(place.height, mark.isMultiline || mark.type === 'listbox', scale);
    const readable = Math.min(READABLE_SIZE, place.height * scale * LINE_SHARE);
    const size = value === '' ? Math.max(own, readable) : own;
    const label = mark.label.trim() === '' ? baseOf(mark.name) : mark.label;
    return (
      <span class="composer-mark-line" style={{ fontSize: toPixels(size) }}>
        {mark.isRequired && <span class="composer-mark-required">*</span>}
        {place.width * scale >= MIN_ICON_WIDTH && <Icon path={icon} />}
        <span>{value === '' ? label : value}</span>
      </span>
    );
  }
  const { width, height } = place;
  const readable = Math.min(READABLE_SIZE, height * scale * TWO_LINES_SHARE, width * scale * WIDTH_SHARE);
  const line = Math.max(Math.min(height * 0.3, 11) * scale, readable);
  const what = isOnEveryPage(mark) ? text('onAllPages') : text(`kind_${mark.kind}`);
  return (
    <span class="composer-mark-box" style={{ fontSize: toPixels(line) }}>
      {!isOnEveryPage(mark) && <Icon path={icon} />}
      <span>
        <b>{mark.kind === 'initials' ? initialsOf(name) : name}</b>
        <span>{what}</span>
      </span>
    </span>
  );
}

/** Returns the first letters of up to three names. */
function initialsOf(name: string): string {
  const letters = name
    .split(/[\s-]+/)
    .flatMap((part) => Array.from(part.matchAll(/[\p{L}\p{N}]/gu), ([one]) => one)[0] ?? []);
  return letters.slice(0, 3).join('').toLocaleUpperCase();
}

/** CSS pixels: the handles of a lower mark would lie over each other, and hide one that is smaller still. */
const CORNER_HEIGHT = 40;
const MIN_HANDLED_WIDTH = 12;

interface HandlesProps {
  readonly own: PlacedMark;
  readonly page: number;
  readonly rect: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly tone: string;
}

/** A field grows to both sides and to below, and what keeps its ratio at its corner. */
function Handles({ own, page, rect, tone }: HandlesProps) {
  const controls = usePageControls();
  const { x, y, width, height } = rect;
  if (width < MIN_HANDLED_WIDTH) return null;
  const sides =
    height < CORNER_HEIGHT ? (['left', 'right'] as const) : (['left', 'right', 'corner'] as const);
  const edges = shapeOf(own.mark).ratio === null ? sides : (['corner'] as const);
  return edges.map((edge) => (
    <span
      key={edge}
      class={`composer-handle is-${edge} ${tone}`}
      aria-hidden="true"
      style={{
        left: toPixels(edge === 'left' ? x : x + width),
        top: toPixels(edge === 'corner' ? y + height : y + height / 2),
      }}
      onPointerDown={(event) => controls.startResize(event, own, edge, page)}
    />
  ));
}

/** Announces the mark after a pause, so that repeated keys are announced once. */
export function MarkAnnouncer() {
  const text = useComposerText();
  const { placed, selection } = useComposerContext();
  const [message, setMessage] = useState('');
  const active = placed.find(({ id }) => id === selection.active);
  const next =
    active === undefined
      ? ''
      : text('markPosition', {
          page: active.place.page + 1,
          ...{ x: Math.round(active.place.x), y: Math.round(active.place.y) },
          ...{ width: Math.round(active.place.width), height: Math.round(active.place.height) },
        });
  useEffect(() => {
    const timer = setTimeout(() => setMessage(next), 400);
    return () => clearTimeout(timer);
  }, [next]);
  return (
    <p class="visually-hidden" role="status">
      {message}
    </p>
  );
}
