import type { Composer } from '../use-composer.ts';

type Problems = Pick<Composer, 'inputProblems' | 'serverProblems'>;

const SIGNEE_MEMBERS: readonly string[] = ['signeeDetails', 'enableSigningOrder'];
/** Without signees, the one that adds them. */
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
