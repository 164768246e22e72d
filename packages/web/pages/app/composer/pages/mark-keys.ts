import { KIND_OF_KEY, type Kind } from '../marks/kinds.ts';
import type { Composer } from '../use-composer.ts';
import type { PageControls } from './page-controls.ts';

/** The steps are in points, by key. */
const STEPS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Shift moves and sizes a mark by this many points. */
const LARGE_STEP = 10;

const KEYS: Readonly<Record<string, (controls: PageControls) => void>> = {
  Delete: (controls) => controls.remove(),
  Backspace: (controls) => controls.remove(),
  PageDown: (controls) => controls.moveToPage(1),
  PageUp: (controls) => controls.moveToPage(-1),
};

const COMMANDS: typeof KEYS = {
  a: (controls) => controls.selectPage(),
  c: (controls) => controls.copy(),
  d: (controls) => controls.duplicate(),
  x: (controls) => {
    controls.copy();
    controls.remove();
  },
};

/** Runs the command that a key has while a mark has the focus. Returns whether it has one. */
export function runMarkKey(event: KeyboardEvent, controls: PageControls): boolean {
  const { key, shiftKey, altKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  const step = STEPS[key];
  if (step !== undefined && !isCommand) {
    const size = shiftKey ? LARGE_STEP : 1;
    const [dx, dy] = [step[0] * size, step[1] * size];
    if (altKey) controls.resizeBy(dx, dy);
    else controls.moveBy(dx, dy);
    return true;
  }
  const command = isCommand ? COMMANDS[key.toLowerCase()] : KEYS[key];
  if (command === undefined) return false;
  command(controls);
  return true;
}

/** What letters and digits do while the focus is on the pages (WCAG 2.1.4). */
export interface PageKeys {
  readonly controls: PageControls;
  readonly composer: Composer;
  /** The kinds that the current person can have. */
  readonly kinds: readonly Kind[];
}

/** Letters place a kind, digits choose a person or give what is selected. Returns whether the key did something. */
export function runPageKey(event: KeyboardEvent, { controls, composer, kinds }: PageKeys): boolean {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (isTyping(target)) return false;
  if (key === 'Escape' && composer.tool !== null) {
    composer.setTool(null);
    return true;
  }
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'a') {
    controls.selectPage();
    return true;
  }
  if (ctrlKey || metaKey || altKey) return false;
  const kind = KIND_OF_KEY.get(key.toLowerCase());
  if (kind !== undefined && kinds.includes(kind)) {
    if (!controls.placeUnderPointer(kind)) controls.place(kind);
    return true;
  }
  const person = /^[1-9]$/.test(key) ? composer.draft.signees[Number(key) - 1] : undefined;
  if (person === undefined) return false;
  composer.setPerson(person.key);
  if (composer.selection.active !== null) controls.giveTo(person.key);
  return true;
}

/** Inputs keep their own keys. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, dialog *');
}
