import type { Composer } from '../use-composer.ts';

type Problems = Pick<Composer, 'inputProblems' | 'serverProblems'>;

/** Returns the part of the page with the first problem; null if nothing is wrong. */
export function partOfFirstProblem({ inputProblems, serverProblems }: Problems) {
  const [input] = inputProblems;
  if (input !== undefined) return input.signeeKey === undefined ? 'document' : 'signees';
  const [found] = serverProblems;
  if (found === undefined) return null;
  if (found.place.kind === 'document') return 'document';
  return found.place.kind === 'signee' ? 'signees' : 'pages';
}

/** Moves the focus to the first input that is marked as wrong, and opens what hides it. */
export function showFirstProblem(): void {
  const input = document.querySelector<HTMLElement>('.composer-panel [aria-invalid="true"]');
  if (input === null) return;
  const details = input.closest('details');
  if (details !== null) details.open = true;
  const card = input.closest('.composer-signee');
  card?.querySelector<HTMLElement>('.composer-signee-toggle[aria-expanded="false"]')?.click();
  requestAnimationFrame(() => input.focus());
}
