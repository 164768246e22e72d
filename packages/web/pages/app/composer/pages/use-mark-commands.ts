import { BOX_SIZES } from '@countersign/seal/layout';
import { useMemo } from 'preact/hooks';
import { align, distribute, matchSize } from '../marks/geometry.ts';
import { isOnEveryPage, type Mark, type PlacedMark, placeId, shapeOf } from '../marks/mark.ts';
import { giveMarks, putMark, removePlaces } from '../marks/marks.ts';
import { activate, selectOnly } from '../marks/selection.ts';
import { intoSpace, ontoPage, rectsOn } from '../marks/surroundings.ts';
import { copyCommands } from './copy-commands.ts';
import { makeMark, type PagesNow } from './drag.ts';
import type { MarkCommands } from './page-controls.ts';
import {
  focusMark,
  focusPages,
  idsOf,
  SelectedMarks,
  type Surface,
  showMark,
  shownPage,
} from './selected-marks.ts';

/** Returns the commands of keyboard, buttons and menus. */
export function useMarkCommands(surface: Surface): MarkCommands {
  return useMemo(() => {
    const selected = new SelectedMarks(surface.now);
    return {
      ...moveCommands(surface, selected),
      ...ownCommands(surface, selected),
      ...copyCommands(surface, selected),
    };
  }, [surface]);
}

type MoveCommand = 'moveBy' | 'moveToPage' | 'resizeBy' | 'setNumber' | 'align' | 'distribute' | 'matchSize';

function moveCommands(
  { pageCount, scrollToPage }: Surface,
  selected: SelectedMarks,
): Pick<MarkCommands, MoveCommand> {
  const goTo = (page: number): void => {
    const [active] = selected.list();
    scrollToPage(page);
    if (active !== undefined) showMark(active.id, page);
  };
  return {
    moveBy(dx, dy) {
      selected.moveEach(({ place }) => ({ ...place, x: place.x + dx, y: place.y + dy }), 'move');
    },
    moveToPage(by) {
      const marks = selected.list().filter(({ mark }) => !isOnEveryPage(mark));
      const [active] = marks;
      const pages = marks.map(({ place }) => place.page + by);
      if (active === undefined || pages.some((page) => page < 0 || page >= pageCount)) return;
      selected.move(new Map(marks.map(({ id, place }) => [id, { ...place, page: place.page + by }])), 'page');
      goTo(active.place.page + by);
    },
    resizeBy(dx, dy) {
      selected.moveEach((one) => {
        const { width, height } = one.place;
        const { ratio } = shapeOf(one.mark);
        if (ratio === null) return selected.resized(one, width + dx, height + dy);
        const grown = width + (dx === 0 ? -dy : dx) * ratio;
        return selected.resized(one, grown, grown / ratio);
      }, 'size');
    },
    setNumber(member, value) {
      if (!Number.isFinite(value)) return;
      const page = Math.min(Math.max(Math.round(value), 0), pageCount - 1);
      selected.moveEach((one) => {
        const { mark, place } = one;
        if (member === 'page') return { ...place, page };
        if (member === 'percent' && mark.kind !== 'field') {
          const { width, height } = BOX_SIZES[mark.kind];
          return selected.resized(one, (width * value) / 100, (height * value) / 100);
        }
        if (member === 'width' || member === 'height') {
          const wanted = { width: place.width, height: place.height, [member]: value };
          return selected.resized(one, wanted.width, wanted.height);
        }
        return { ...place, [member]: value };
      }, member);
      if (member === 'page') goTo(page);
    },
    align: (alignment) => selected.move(align(selected.list(), alignment)),
    distribute: (direction) => selected.move(distribute(selected.list(), direction)),
    matchSize: () => selected.move(matchSize(selected.list())),
  };
}

function ownCommands(
  { now }: Surface,
  selected: SelectedMarks,
): Pick<MarkCommands, 'giveTo' | 'remove' | 'place' | 'activate'> {
  return {
    activate(id) {
      const { composer } = now.current;
      const selection = activate(composer.selection, id);
      if (selection === composer.selection) return;
      composer.setSelection(selection);
      now.current = { ...now.current, composer: { ...composer, selection } };
    },
    giveTo(signeeKey) {
      const { composer } = now.current;
      const owner = composer.draft.signees.find(({ key }) => key === signeeKey);
      const ids = selected.ids();
      if (owner !== undefined) composer.change((before) => giveMarks(before, ids, owner));
    },
    /** The next mark of the page gets the focus, or the pages. */
    remove() {
      const { composer } = now.current;
      const ids = selected.ids();
      const removed = new Set(ids);
      const at = composer.placed.findIndex(({ id }) => id === ids[0]);
      const isLeft = ({ id }: PlacedMark) => !removed.has(id);
      const next = composer.placed.slice(at).find(isLeft) ?? composer.placed.slice(0, at).findLast(isLeft);
      composer.change((before) => removePlaces(before, ids));
      if (next?.place.page === composer.placed[at]?.place.page && next !== undefined) focusMark(next);
      else focusPages();
    },
    place(kind, isOnAllPages = false) {
      const { composer } = now.current;
      const made = makeMark(now, kind);
      if (made === null) return;
      const placed = inSpace(now, made, isOnAllPages);
      composer.change((before) => putMark(before, placed));
      composer.setSelection(selectOnly(idsOf(placed)));
      composer.setTool(null);
      focusMark({ id: placeId(placed), place: { page: shownPage(now).index } });
    },
  };
}

/** Points from the edges: initials on all pages are in the lower right corner, where nothing stands. */
const CORNER = 24;

/** Points from the left edge, so that the initials of all people stand in their order if there is room. */
function findCornerX(
  { current: { composer } }: PagesNow,
  mark: Mark,
  width: number,
  pageWidth: number,
): number {
  const others = composer.placed.filter((one) => isOnEveryPage(one.mark));
  const xOf = (slot: number) => pageWidth - CORNER - (width + CORNER / 2) * slot - width;
  const index = composer.draft.signees.findIndex(({ key }) => key === mark.owner);
  const slots = [composer.draft.signees.length - 1 - index, ...others.keys(), others.length].map(xOf);
  const isFree = (x: number) => x >= 0 && !others.some(({ place }) => Math.abs(place.x - x) < width);
  return slots.find(isFree) ?? xOf(0);
}

function inSpace(now: PagesNow, mark: Mark, isOnAllPages: boolean): Mark {
  const { composer } = now.current;
  const page = shownPage(now);
  const [place] = mark.places;
  if (isOnAllPages && mark.kind !== 'field' && place !== undefined) {
    const x = findCornerX(now, mark, place.width, page.size.width);
    const corner = { ...place, page: 0, x, y: page.size.height - CORNER - place.height };
    return ontoPage({ ...mark, isOnAllPages, places: [corner] }, page.size);
  }
  return intoSpace(mark, page, rectsOn(page.index, composer.placed, composer.fields));
}
