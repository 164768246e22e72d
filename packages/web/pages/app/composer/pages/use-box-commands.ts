import type { BoxPosition } from '@countersign/signing';
import { useMemo } from 'preact/hooks';
import { align, distribute, matchScale } from '../boxes/align.ts';
import { boxId, giveBox, parseBoxId, placeBoxes, removeBoxes, type SigneeBox } from '../boxes/boxes-of.ts';
import { pasteBoxes } from '../boxes/clipboard.ts';
import { findSpace } from '../boxes/find-space.ts';
import { clampScale, clampToPage, rectOf, resizeOnPage } from '../boxes/geometry.ts';
import { activate, selectedIds } from '../boxes/selection.ts';
import type { PagesNow } from './drag-tools.ts';
import type { BoxCommands } from './page-controls.ts';

/** By keyboard and buttons. */
export function useBoxCommands(
  now: PagesNow,
  pageCount: number,
  scrollToPage: (page: number) => void,
): BoxCommands {
  return useMemo(() => {
    /** The active one first. */
    const selected = (): readonly SigneeBox[] => {
      const { boxes, selection } = now.current.composer;
      return selectedIds(selection).flatMap((id) => boxes.filter((one) => one.id === id));
    };
    const move = (moves: ReadonlyMap<string, BoxPosition>, group?: string) => {
      const { composer, sizeOf } = now.current;
      const fitting = [...moves].map(
        ([id, box]) => [id, clampToPage(parseBoxId(id).kind, box, sizeOf(box.page))] as const,
      );
      composer.change((before) => placeBoxes(before, new Map(fitting)), group);
    };
    const moveEach = (edit: (one: SigneeBox) => BoxPosition, group?: string) =>
      move(new Map(selected().map((one) => [one.id, edit(one)])), group);
    /** Repeated keys are undone at once. */
    const groupOf = (name: string) => `${name}:${selectedIds(now.current.composer.selection).join()}`;
    const resize = ({ kind, box }: SigneeBox, scale: number) =>
      resizeOnPage(kind, box, clampScale(scale), now.current.sizeOf(box.page));

    return {
      activate(id) {
        const { composer } = now.current;
        const selection = activate(composer.selection, id);
        if (selection === composer.selection) return;
        composer.setSelection(selection);
        now.current = { ...now.current, composer: { ...composer, selection } };
      },
      moveBy(dx, dy) {
        moveEach(({ box }) => ({ ...box, x: box.x + dx, y: box.y + dy }), groupOf('move'));
      },
      moveToPage(by) {
        const boxes = selected();
        const targets = boxes.map(({ box }) => box.page + by);
        if (targets.length === 0 || targets.some((page) => page < 0 || page >= pageCount)) return;
        moveEach(({ box }) => ({ ...box, page: box.page + by }), groupOf('page'));
        scrollToPage(targets[0] ?? 0);
      },
      scaleBy(change) {
        moveEach((one) => resize(one, one.box.scale + change), groupOf('scale'));
      },
      setNumber(member, value) {
        if (!Number.isFinite(value)) return;
        moveEach((one) => {
          if (member === 'scale') return resize(one, value);
          const number = member === 'page' ? Math.min(Math.max(Math.round(value), 0), pageCount - 1) : value;
          return { ...one.box, [member]: number };
        }, groupOf(member));
        if (member === 'page') scrollToPage(Math.round(value));
      },
      align: (alignment) => move(align(selected(), alignment)),
      distribute: (direction) => move(distribute(selected(), direction)),
      matchScale: () => move(matchScale(selected())),
      giveTo(signeeKey) {
        const { composer } = now.current;
        const [first] = selected();
        if (first === undefined) return;
        composer.change((before) => giveBox(before, first.id, signeeKey));
        composer.setSelection({ active: boxId(signeeKey, first.kind), marked: [] });
      },
      remove() {
        const ids = selected().map(({ id }) => id);
        now.current.composer.change((before) => removeBoxes(before, ids));
      },
      copy() {
        const boxes = selected();
        if (boxes.length > 0) now.current.composer.setCopied(boxes);
      },
      paste() {
        const { composer, sizeOf } = now.current;
        const page = { index: composer.currentPage, size: sizeOf(composer.currentPage) };
        const { composition, ids } = pasteBoxes(composer.composition, composer.copied, page);
        composer.change(() => composition);
        const [active = null, ...marked] = ids;
        composer.setSelection({ active, marked });
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
      place(signeeKey, kind) {
        const { composer, sizeOf } = now.current;
        const page = { index: composer.currentPage, size: sizeOf(composer.currentPage) };
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
  }, [now, pageCount, scrollToPage]);
}

export function boxElementId(id: string): string {
  return `box-${id}`;
}

/** After its change was rendered. */
export function focusBox(id: string): void {
  requestAnimationFrame(() => document.getElementById(boxElementId(id))?.focus());
}
