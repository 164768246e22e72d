import { layOutStamp } from '@countersign/seal/layout';
import { useEffect, useState } from 'preact/hooks';
import { toPixels } from '../../../document/page-scale.ts';
import { Icon } from '../../../parts/controls.tsx';
import * as icons from '../../../parts/icons.ts';
import { useComposerText } from '../../../parts/texts.tsx';
import {
  activate,
  type BoxWarning,
  NOTHING_SELECTED,
  type SigneeBox,
  toggle,
  WARNING_OF_CODE,
} from '../boxes/boxes.ts';
import { rectOf } from '../boxes/geometry.ts';
import { nameOf } from '../draft.ts';
import { toneOf } from '../problems.ts';
import { useComposerContext } from '../use-composer.ts';
import { type PageLayout, placed as placeStyle, toColumn } from './page-layout.ts';
import { type PageControls, usePageControls } from './page-picture.tsx';
import { boxElementId } from './use-box-commands.ts';

interface BoxViewProps {
  readonly placed: SigneeBox;
  readonly layout: PageLayout;
  readonly warnings: readonly BoxWarning[];
}

/** The box is drawn as it will be stamped. */
export function BoxView({ placed, layout, warnings }: BoxViewProps) {
  const text = useComposerText();
  const { selection, setSelection, serverProblems } = useComposerContext();
  const controls = usePageControls();
  const { id, kind, box, signee, index } = placed;
  const rect = toColumn(layout, kind, box);
  const scale = layout.pages[box.page]?.scale ?? 1;
  if (rect === null) return null;
  const isMarked = selection.marked.includes(id);
  const isSelected = isMarked || selection.active === id;
  const found = serverProblems.filter(
    ({ place, code }) => place.kind === 'box' && place.id === id && !WARNING_OF_CODE.has(code),
  );
  const messages = [
    ...warnings.map((warning) => text(`box_${warning}`)),
    ...found.map(({ message }) => message),
  ];
  const name = nameOf(signee) === '' ? text('signeeNumber', { number: index + 1 }) : nameOf(signee);
  const label = text('boxLabel', {
    name,
    kind: text(kind === 'signature' ? 'signatureBox' : 'scanBox'),
    page: box.page + 1,
    x: Math.round(box.x),
    y: Math.round(box.y),
    percent: Math.round(box.scale * 100),
  });
  return (
    <li class="composer-box-item">
      <button
        type="button"
        id={boxElementId(id)}
        class={`composer-box tone-${toneOf(index)}${isSelected ? ' is-selected' : ''}${messages.length > 0 ? ' has-warning' : ''}`}
        style={placeStyle(rect)}
        aria-pressed={isMarked}
        aria-label={[label, ...messages].join('. ')}
        aria-roledescription={text('movableBox')}
        aria-describedby="composer-box-help"
        data-box={id}
        onPointerDown={(event) => controls.startMove(event, placed)}
        // The focus would make the box the active one.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onFocus={() => setSelection((before) => activate(before, id))}
        onKeyDown={(event) => {
          controls.activate(id);
          if (runKey(event, controls)) event.preventDefault();
          else if (event.key === ' ') {
            event.preventDefault();
            setSelection((before) => toggle(before, id));
          } else if (event.key === 'Escape') setSelection(NOTHING_SELECTED);
        }}
      />
      <span
        class={`composer-stamp tone-${toneOf(index)}${isSelected ? ' is-selected' : ''}`}
        aria-hidden="true"
        style={placeStyle(rect)}
      >
        {kind === 'signature' ? (
          <Stamp placed={placed} name={name} scale={scale} />
        ) : (
          <ScanImage name={name} />
        )}
      </span>
      {isSelected && (
        <span
          class={`composer-handle tone-${toneOf(index)}`}
          aria-hidden="true"
          style={{ left: toPixels(rect.x + rect.width), top: toPixels(rect.y + rect.height) }}
          onPointerDown={(event) => controls.startResize(event, placed)}
        />
      )}
      {messages.length > 0 && (
        <p
          class="composer-box-warning"
          style={{ left: toPixels(rect.x), top: toPixels(rect.y + rect.height + 4) }}
        >
          <Icon path={icons.warning} />
          <span>{messages.join(' ')}</span>
        </p>
      )}
    </li>
  );
}

/** The steps are in points, by key. */
const STEPS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Shift moves a box by this many points; scales change by these shares. */
const LARGE_STEP = 10;
const SCALE_STEP = 0.01;
const LARGE_SCALE_STEP = 0.1;

/** Returns whether the key has a command. */
function runKey(event: KeyboardEvent, controls: PageControls): boolean {
  const { key, shiftKey, altKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  const step = STEPS[key];
  if (step !== undefined && !isCommand) {
    const [dx, dy] = step;
    const size = shiftKey ? LARGE_STEP : 1;
    if (altKey) controls.scaleBy((dx - dy) * (shiftKey ? LARGE_SCALE_STEP : SCALE_STEP));
    else controls.moveBy(dx * size, dy * size);
    return true;
  }
  const command = isCommand ? COMMANDS[key.toLowerCase()] : KEYS[key];
  if (command === undefined) return false;
  command(controls);
  return true;
}

const KEYS: Readonly<Record<string, (controls: PageControls) => void>> = {
  Delete: (controls) => controls.remove(),
  Backspace: (controls) => controls.remove(),
  PageDown: (controls) => controls.moveToPage(1),
  PageUp: (controls) => controls.moveToPage(-1),
};

const COMMANDS: typeof KEYS = {
  a: (controls) => controls.selectAll(),
  c: (controls) => controls.copy(),
  x: (controls) => {
    controls.copy();
    controls.remove();
  },
};

/** The ink is above and the facts are below, as in the sealed file. */
function Stamp({ placed: { kind, box }, name, scale }: { placed: SigneeBox; name: string; scale: number }) {
  const text = useComposerText();
  const { width, height } = rectOf(kind, box);
  const { ink, facts } = layOutStamp({ width, height });
  const area = (part: typeof ink) => ({
    left: toPixels(part.x * scale),
    top: toPixels((height - part.y - part.height) * scale),
    width: toPixels(part.width * scale),
    height: toPixels(part.height * scale),
  });
  return (
    <>
      <span
        class="composer-ink"
        style={{ ...area(ink), fontSize: toPixels(Math.min(ink.height * 0.55, 20) * scale) }}
      >
        {name}
      </span>
      <span
        class="composer-facts"
        style={{ ...area(facts), fontSize: toPixels(facts.height * 0.36 * scale) }}
      >
        {text('stampFacts')}
      </span>
    </>
  );
}

function ScanImage({ name }: { readonly name: string }) {
  const text = useComposerText();
  return (
    <span class="composer-scan">
      <Icon path={icons.user} />
      <span>{text('scanOf', { name })}</span>
    </span>
  );
}

/** Announces the box after a pause, so that repeated keys are announced once. */
export function BoxAnnouncer() {
  const text = useComposerText();
  const { boxes, selection } = useComposerContext();
  const [message, setMessage] = useState('');
  const active = boxes.find(({ id }) => id === selection.active);
  const next =
    active === undefined
      ? ''
      : text('boxPosition', {
          page: active.box.page + 1,
          x: Math.round(active.box.x),
          y: Math.round(active.box.y),
          percent: Math.round(active.box.scale * 100),
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
