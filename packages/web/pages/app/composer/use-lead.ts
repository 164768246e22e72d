import { useCallback } from 'preact/hooks';
import { fileFieldId } from './marks/selection.ts';
import type { ControlsRef } from './pages/page-controls.ts';
import { focusMark } from './pages/selected-marks.ts';
import type { SendObstacle } from './problems.ts';
import { useComposerContext } from './use-composer.ts';

const WRONG = ':is(input, select, textarea)[aria-invalid="true"]';
const SIGNEE_MEMBERS: readonly string[] = ['signeeDetails', 'enableSigningOrder'];

/** Returns a function that shows what is left to do, and gives it the focus. */
export function useLead(controls: ControlsRef): (obstacle: SendObstacle) => void {
  const { placed, setSelection, setPart, setPerson, setOpenPerson, setSendTried } = useComposerContext();
  return useCallback(
    (obstacle) => {
      setSendTried(true);
      if (obstacle.kind === 'mark') {
        const found = placed.find(({ id }) => id === obstacle.id);
        setSelection({ active: obstacle.id, marked: [] });
        setPart('field');
        const pages = controls.current?.pageCount ?? 0;
        if (found === undefined || found.place.page < 0 || found.place.page >= pages) {
          focusFirst('.composer-place input', '.composer-properties-head button');
          return;
        }
        controls.current?.scrollToPage(found.place.page);
        focusMark(found);
        return;
      }
      if (obstacle.kind === 'field') {
        setSelection({ active: fileFieldId(obstacle.name), marked: [] });
        setPart('field');
        focusFirst('.composer-value :is(input, select, textarea)');
        return;
      }
      const key = 'signeeKey' in obstacle ? obstacle.signeeKey : undefined;
      if (key !== undefined) {
        setPart('people');
        setPerson(key);
        setOpenPerson(key);
        focusFirst(`[data-person="${key}"] ${WRONG}`, `[data-person="${key}"] .composer-person`);
        return;
      }
      const isOfPeople =
        obstacle.kind === 'sentence' ||
        (obstacle.kind === 'message' && SIGNEE_MEMBERS.includes(obstacle.member));
      setPart(isOfPeople ? 'people' : 'document');
      if (isOfPeople) focusFirst('#composer-add-person');
      else focusFirst(`.composer-document ${WRONG}`, '.composer-document [name="documentName"]');
    },
    [placed, controls, setSelection, setPart, setPerson, setOpenPerson, setSendTried],
  );
}

/** Waits until what was hidden is rendered, and opens what is folded around it. */
function focusFirst(...selectors: readonly string[]): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const selector of selectors) {
        const found = document.querySelector<HTMLElement>(selector);
        if (found === null) continue;
        const details = found.closest('details');
        if (details !== null) details.open = true;
        found.focus();
        return;
      }
    }),
  );
}
