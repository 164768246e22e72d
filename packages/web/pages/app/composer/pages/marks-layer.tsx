import { useMemo, useRef } from 'preact/hooks';
import { useComposerText } from '../../../parts/texts.tsx';
import { isOnEveryPage, type PlacedMark } from '../marks/mark.ts';
import { findWarnings, type KnownPages, WARNING_OF_CODE } from '../marks/surroundings.ts';
import { useComposerContext } from '../use-composer.ts';
import { MarkView } from './mark-view.tsx';
import type { PageLayout, PagesView } from './page-layout.ts';

interface MarksProps extends KnownPages {
  readonly layout: PageLayout;
  readonly near: PagesView['near'];
}

/** The mark with the focus stays, wherever the pages are scrolled to. */
export function Marks({ layout, near, count, sizeOf }: MarksProps) {
  const text = useComposerText();
  const { placed, selection, draft } = useComposerContext();
  const problems = useProblems({ count, sizeOf }, layout);
  const ordered = useSteadyOrder(placed);
  const marked = new Set(selection.marked);
  const isNear = (page: number) => page >= near[0] && page < near[1];
  const pages = Array.from({ length: near[1] - near[0] }, (_, offset) => near[0] + offset);
  const shownOn = ({ id, mark, place }: PlacedMark): readonly number[] => {
    if (isOnEveryPage(mark)) return pages;
    return isNear(place.page) || id === selection.active ? [place.page] : [];
  };
  return (
    <ul class="composer-marks" aria-label={text('boxes')}>
      {ordered.flatMap((one) =>
        shownOn(one).flatMap((page) => {
          const shown = layout.pages[page];
          if (shown === undefined) return [];
          const { id, mark, at, place, owner, index } = one;
          const value = mark.kind === 'field' ? [draft.fields[mark.name] ?? ''].flat()[0] : '';
          const isTicked = mark.kind === 'field' && mark.type === 'radioButton' && value !== place.value;
          return [
            <MarkView
              // Another page is no other element, which would not have the focus.
              key={isOnEveryPage(mark) ? `${id}-${page}` : id}
              {...{ id, mark, at, place, owner, index, page, shown }}
              isMarked={marked.has(id)}
              isActive={selection.active === id}
              problem={problems.get(id) ?? ''}
              value={isTicked ? '' : (value ?? '')}
            />,
          ];
        }),
      )}
    </ul>
  );
}

/**
 * A mark that is moved by keyboard keeps its turn until the focus leaves the marks: an element that is moved among others
 * loses the focus.
 */
function useSteadyOrder(placed: readonly PlacedMark[]): readonly PlacedMark[] {
  const order = useRef<readonly string[]>([]);
  const byId = new Map(placed.map((one) => [one.id, one]));
  const isSame = order.current.length === byId.size && order.current.every((id) => byId.has(id));
  const hasFocus = document.activeElement?.closest('.composer-marks') != null;
  if (!isSame || !hasFocus) order.current = placed.map(({ id }) => id);
  return order.current.flatMap((id) => byId.get(id) ?? []);
}

/** Returns sentences about what is wrong, by place: what the pages show, and what the service has found besides. */
function useProblems(pages: KnownPages, layout: PageLayout): ReadonlyMap<string, string> {
  const text = useComposerText();
  const { placed, fields, serverProblems } = useComposerContext();
  const { count, sizeOf } = pages;
  // The layout changes when the size of a page was read.
  const warnings = useMemo(
    () => findWarnings(placed, fields, { count, sizeOf }),
    [placed, fields, count, sizeOf, layout],
  );
  return useMemo(() => {
    const sentences = new Map<string, string[]>();
    const say = (id: string, sentence: string) => sentences.set(id, [...(sentences.get(id) ?? []), sentence]);
    for (const [id, found] of warnings) for (const warning of found) say(id, text(`box_${warning}`));
    for (const { place, code, message } of serverProblems)
      if (place.kind === 'mark' && !WARNING_OF_CODE.has(code)) say(place.id, message);
    return new Map([...sentences].map(([id, all]) => [id, all.join(' ')]));
  }, [warnings, serverProblems, text]);
}
