import type { BoxPosition } from '@countersign/signing';
import { useMemo } from 'preact/hooks';
import {
  activate,
  boxId,
  findSpace,
  giveBox,
  parseBoxId,
  pasteBoxes,
  placeBoxes,
  removeBoxes,
  type SigneeBox,
  selectedIds,
} from '../boxes/boxes.ts';
import {
  align,
  clampScale,
  clampToPage,
  distribute,
  matchScale,
  rectOf,
  resizeOnPage,
} from '../boxes/geometry.ts';
import type { PagesNow } from './drag.ts';
import type { BoxCommands } from './page-picture.tsx';

/** Returns the commands of keyboard and buttons. */
export function useBoxCommands(
  now: PagesNow,
  pageCount: number,
  scrollToPage: (page: number) => void,
): BoxCommands {
  return useMemo(() => {
    const selected = new SelectedBoxes(now);
    return {
      ...moveCommands(selected, pageCount, scrollToPage),
      ...assignCommands(now, selected),
      ...selectCommands(now, selected),
    };
  }, [now, pageCount, scrollToPage]);
}

class SelectedBoxes {
  readonly #now: PagesNow;

  constructor(now: PagesNow) {
    this.#now = now;
  }

  /** The active box comes first. */
  list(): readonly SigneeBox[] {
    const { boxes, selection } = this.#now.current.composer;
    return selectedIds(selection).flatMap((id) => boxes.filter((one) => one.id === id));
  }

  /** Keeps boxes within their pages. Repeated keys of one `name` are undone at once. */
  move(moves: ReadonlyMap<string, BoxPosition>, name?: string): void {
    const { composer, sizeOf } = this.#now.current;
    const fitting = [...moves].map(
      ([id, box]) => [id, clampToPage(parseBoxId(id).kind, box, sizeOf(box.page))] as const,
    );
    const group = name === undefined ? undefined : `${name}:${selectedIds(composer.selection).join()}`;
    composer.change((before) => placeBoxes(before, new Map(fitting)), group);
  }

  moveEach(edit: (one: SigneeBox) => BoxPosition, name: string): void {
    this.move(new Map(this.list().map((one) => [one.id, edit(one)])), name);
  }

  resized({ kind, box }: SigneeBox, scale: number): BoxPosition {
    return resizeOnPage(kind, box, clampScale(scale), this.#now.current.sizeOf(box.page));
  }
}

type MoveCommand = 'moveBy' | 'moveToPage' | 'scaleBy' | 'setNumber' | 'align' | 'distribute' | 'matchScale';

function moveCommands(
  selected: SelectedBoxes,
  pageCount: number,
  scrollToPage: (page: number) => void,
): Pick<BoxCommands, MoveCommand> {
  return {
    moveBy(dx, dy) {
      selected.moveEach(({ box }) => ({ ...box, x: box.x + dx, y: box.y + dy }), 'move');
    },
    moveToPage(by) {
      const boxes = selected.list();
      if (boxes.some(({ box }) => box.page + by < 0 || box.page + by >= pageCount)) return;
      const [active] = boxes;
      if (active === undefined) return;
      selected.moveEach(({ box }) => ({ ...box, page: box.page + by }), 'page');
      scrollToPage(active.box.page + by);
      showBox(active.id);
    },
    scaleBy(change) {
      selected.moveEach((one) => selected.resized(one, one.box.scale + change), 'scale');
    },
    setNumber(member, value) {
      if (!Number.isFinite(value)) return;
      selected.moveEach((one) => {
        if (member === 'scale') return selected.resized(one, value);
        const number = member === 'page' ? Math.min(Math.max(Math.round(value), 0), pageCount - 1) : value;
        return { ...one.box, [member]: number };
      }, member);
      if (member !== 'page') return;
      scrollToPage(Math.round(value));
      const [active] = selected.list();
      if (active !== undefined) showBox(active.id);
    },
    align: (alignment) => selected.move(align(selected.list(), alignment)),
    distribute: (direction) => selected.move(distribute(selected.list(), direction)),
    matchScale: () => selected.move(matchScale(selected.list())),
  };
}

/** These commands give boxes to other signees. */
function assignCommands(
  now: PagesNow,
  selected: SelectedBoxes,
): Pick<BoxCommands, 'giveTo' | 'remove' | 'place'> {
  return {
    giveTo(signeeKey) {
      const { composer } = now.current;
      const [first] = selected.list();
      if (first === undefined) return;
      composer.change((before) => giveBox(before, first.id, signeeKey));
      composer.setSelection({ active: boxId(signeeKey, first.kind), marked: [] });
    },
    remove() {
      const ids = selected.list().map(({ id }) => id);
      now.current.composer.change((before) => removeBoxes(before, ids));
      const [first] = ids;
      if (first !== undefined) focusPlaceButton(first);
    },
    place(signeeKey, kind) {
      const { composer } = now.current;
      const page = shownPage(now);
      const occupied = [
        ...composer.boxes
          .filter(({ box }) => box.page === page.index)
          .map((one) => rectOf(one.kind, one.box)),
        ...composer.fields.flatMap(({ widgets }) => widgets.filter((one) => one.page === page.index)),
      ];
      const id = boxId(signeeKey, kind);
      composer.change((before) => placeBoxes(before, new Map([[id, findSpace(kind, page, occupied)]])));
      composer.setSelection({ active: id, marked: [] });
      focusBox(id);
    },
  };
}

function selectCommands(
  now: PagesNow,
  selected: SelectedBoxes,
): Pick<BoxCommands, 'activate' | 'selectAll' | 'copy' | 'paste'> {
  return {
    activate(id) {
      const { composer } = now.current;
      const selection = activate(composer.selection, id);
      if (selection === composer.selection) return;
      composer.setSelection(selection);
      now.current = { ...now.current, composer: { ...composer, selection } };
    },
    selectAll() {
      const { composer } = now.current;
      const [active = null, ...marked] = composer.boxes.map(({ id }) => id);
      composer.setSelection(
        composer.selection.active === null
          ? { active, marked }
          : { active: composer.selection.active, marked: composer.boxes.map(({ id }) => id) },
      );
    },
    copy() {
      const boxes = selected.list();
      if (boxes.length > 0) now.current.composer.setCopied(boxes);
    },
    paste() {
      const { composer } = now.current;
      if (composer.copied.length === 0) return;
      const { draft, ids } = pasteBoxes(composer.draft, composer.copied, shownPage(now));
      composer.change(() => draft);
      const [active = null, ...marked] = ids;
      composer.setSelection({ active, marked });
      if (active !== null) focusBox(active);
    },
  };
}

/** Another file may have fewer pages, before hidden ones are shown again. */
function shownPage({ current: { composer, layout, sizeOf } }: PagesNow) {
  const index = Math.min(composer.currentPage, layout.pages.length - 1);
  return { index, size: sizeOf(index) };
}

export function boxElementId(id: string): string {
  return `box-${id}`;
}

/** Names the button that places the box again. */
export function placeButtonId(id: string): string {
  return `place-${id}`;
}

/** Waits until the change is rendered. */
function showBox(id: string): void {
  requestAnimationFrame(() =>
    document.getElementById(boxElementId(id))?.scrollIntoView({ block: 'nearest' }),
  );
}

/** Waits until the change is rendered. The button is hidden on narrow screens while the pages are shown. */
function focusPlaceButton(id: string): void {
  requestAnimationFrame(() => document.getElementById(placeButtonId(id))?.focus());
}

/** Waits until the change is rendered. */
export function focusBox(id: string): void {
  requestAnimationFrame(() => document.getElementById(boxElementId(id))?.focus());
}
