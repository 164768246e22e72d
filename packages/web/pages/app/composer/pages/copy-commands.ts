import { renameField } from '../marks/kinds.ts';
import { isOnEveryPage, type Mark, markIdOf } from '../marks/mark.ts';
import { boundsOf, changeMark, moveWhole, putMark, removePlaces } from '../marks/marks.ts';
import { selectOnly } from '../marks/selection.ts';
import { pasteMarks, type TargetPage } from '../marks/surroundings.ts';
import { takenNames } from './drag.ts';
import type { MarkCommands } from './page-controls.ts';
import {
  focusMark,
  focusPages,
  idsOf,
  type SelectedMarks,
  type Surface,
  shownPage,
} from './selected-marks.ts';

type CopyCommand = 'selectPage' | 'copy' | 'paste' | 'duplicate' | 'setOnAllPages' | 'leaveOut';

/** Returns the commands that put one mark onto several places and pages. */
export function copyCommands(surface: Surface, selected: SelectedMarks): Pick<MarkCommands, CopyCommand> {
  return { ...clipboardCommands(surface, selected), ...pageCommands(surface, selected) };
}

function clipboardCommands(
  { now }: Surface,
  selected: SelectedMarks,
): Pick<MarkCommands, 'selectPage' | 'copy' | 'paste' | 'duplicate'> {
  const paste = (copied: readonly Mark[], page: TargetPage) => {
    const { composer, text } = now.current;
    if (copied.length === 0) return;
    const rename = (name: string, draft: typeof composer.draft) =>
      renameField(
        name,
        name.split('|')[0] ?? text('kind_text'),
        takenNames({ fields: composer.fields, draft }),
      );
    const { draft, ids } = pasteMarks(composer.draft, copied, page, composer.fields, rename);
    composer.change(() => draft);
    composer.setSelection(selectOnly(ids));
    const [id] = ids;
    if (id !== undefined) focusMark({ id, place: { page: page.index } });
  };
  const copied = () => {
    const ids = new Set(selected.ids().map(markIdOf));
    return now.current.composer.draft.marks.filter(({ id }) => ids.has(id));
  };
  return {
    selectPage() {
      const { composer } = now.current;
      const { active } = composer.selection;
      const page = composer.placed.find(({ id }) => id === active)?.place.page ?? composer.currentPage;
      const ids = composer.placed.filter(({ place }) => place.page === page).map(({ id }) => id);
      composer.setSelection({ active: active ?? ids[0] ?? null, marked: ids });
    },
    copy() {
      const marks = copied();
      if (marks.length > 0) now.current.composer.setCopied(marks);
    },
    paste() {
      paste(now.current.composer.copied, shownPage(now));
    },
    duplicate() {
      const [first] = selected.list();
      if (first === undefined) return;
      const index = isOnEveryPage(first.mark) ? shownPage(now).index : Math.max(first.place.page, 0);
      const below = copied().map((mark) => {
        const { x, y, height } = boundsOf(mark.places);
        const single = mark.kind === 'field' ? mark : { ...mark, isOnAllPages: false };
        return moveWhole(single, index, x, y + height + GAP);
      });
      paste(below, { index, size: now.current.sizeOf(index) });
    },
  };
}

/** Points between a mark and its copy. */
const GAP = 6;

function pageCommands(
  { now, pageCount }: Surface,
  selected: SelectedMarks,
): Pick<MarkCommands, 'setOnAllPages' | 'leaveOut'> {
  const activeBox = () => {
    const [first] = selected.list();
    return first === undefined || first.mark.kind === 'field' ? null : { ...first, mark: first.mark };
  };
  return {
    setOnAllPages(isOnAllPages) {
      const { composer } = now.current;
      const box = activeBox();
      if (box === null) return;
      const page = shownPage(now).index;
      composer.change((before) =>
        changeMark(before, box.mark.id, (mark) =>
          mark.kind === 'field'
            ? mark
            : {
                ...mark,
                isOnAllPages,
                places: mark.places.map((place) => ({ ...place, page, anchor: null })),
              },
        ),
      );
    },
    leaveOut(page) {
      const { composer } = now.current;
      const box = activeBox();
      const [place] = box?.mark.places ?? [];
      if (box === null || place === undefined) return;
      const pages = Array.from({ length: pageCount }, (_, index) => index).filter((index) => index !== page);
      const singles = pages.map(
        (index): Mark => ({
          ...box.mark,
          ...{ id: crypto.randomUUID(), isOnAllPages: false, places: [{ ...place, page: index }] },
        }),
      );
      composer.change((before) => singles.reduce(putMark, removePlaces(before, [box.id])));
      composer.setSelection(selectOnly(singles.flatMap(idsOf)));
      focusPages();
    },
  };
}
