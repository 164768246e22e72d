import { type BoxWarning, parseBoxId, WARNING_OF_CODE } from './boxes/boxes.ts';
import type { Composer } from './use-composer.ts';

type Problems = Pick<Composer, 'inputProblems' | 'serverProblems'>;

const SIGNEE_MEMBERS: readonly string[] = ['signeeDetails', 'enableSigningOrder'];
/** Without signees, the button that adds one is marked. */
const WRONG = '.composer-panel :is([aria-invalid="true"], .composer-chip.is-wrong)';
const ADD_SIGNEE = '.composer-signees:empty + .form-actions button';

/** Returns the part of the page with the first problem; null if nothing is wrong. */
export function partOfFirstProblem({ inputProblems, serverProblems }: Problems) {
  const [input] = inputProblems;
  if (input !== undefined) return input.signeeKey === undefined ? 'document' : 'signees';
  const [found] = serverProblems;
  if (found === undefined) return null;
  const { place } = found;
  if (place.kind === 'document') return SIGNEE_MEMBERS.includes(place.member) ? 'signees' : 'document';
  return place.kind === 'signee' ? 'signees' : 'pages';
}

/** Moves the focus to the first control that is marked as wrong, and opens what hides it. */
export function showFirstProblem(): void {
  const input = document.querySelector<HTMLElement>(WRONG) ?? document.querySelector<HTMLElement>(ADD_SIGNEE);
  if (input === null) return;
  const details = input.closest('details');
  if (details !== null) details.open = true;
  const card = input.closest('.composer-signee');
  card?.querySelector<HTMLElement>('.composer-signee-toggle[aria-expanded="false"]')?.click();
  requestAnimationFrame(() => input.focus());
}

/** Further signees reuse these colours. */
const TONE_COUNT = 8;

export function toneOf(index: number): number {
  return index % TONE_COUNT;
}

export type SendObstacle =
  | { readonly kind: 'sentence'; readonly key: 'needsSignee' | 'needsInputs' | 'conflict' | 'draftClosed' }
  | { readonly kind: 'box'; readonly signeeKey: string; readonly warning: BoxWarning }
  | {
      readonly kind: 'signee';
      readonly signeeKey: string;
      readonly code: string;
      readonly message: string;
    }
  | { readonly kind: 'message'; readonly message: string };

/** Lists the obstacles as far as they are known. Nothing is sent to find out. */
export function findObstacles(
  composer: Pick<Composer, 'draft' | 'inputProblems' | 'serverProblems' | 'saveState'>,
): readonly SendObstacle[] {
  const { draft, inputProblems, serverProblems, saveState } = composer;
  // Saving again does not help.
  if (saveState.state === 'conflict') return [{ kind: 'sentence', key: 'conflict' }];
  if (saveState.state === 'closed') return [{ kind: 'sentence', key: 'draftClosed' }];
  if (draft.signees.length === 0) return [{ kind: 'sentence', key: 'needsSignee' }];
  if (inputProblems.length > 0) return [{ kind: 'sentence', key: 'needsInputs' }];
  const obstacles = serverProblems.map(({ place, code, message }): SendObstacle => {
    const warning = WARNING_OF_CODE.get(code);
    if (place.kind === 'box' && warning !== undefined)
      return { kind: 'box', signeeKey: parseBoxId(place.id).signeeKey, warning };
    if (place.kind === 'signee') return { kind: 'signee', signeeKey: place.key, code, message };
    return { kind: 'message', message };
  });
  return [...new Map(obstacles.map((one) => [JSON.stringify(one), one])).values()];
}
