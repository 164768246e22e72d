import type { Composer } from '../use-composer.ts';

export type SendObstacle =
  | { readonly kind: 'sentence'; readonly key: 'needsSignee' | 'needsSaving' | 'needsInputs' }
  | { readonly kind: 'message'; readonly message: string };

/** As far as it is known: nothing is sent to find out. */
export function findObstacles(
  composer: Pick<Composer, 'composition' | 'inputProblems' | 'serverProblems'>,
): readonly SendObstacle[] {
  const { composition, inputProblems, serverProblems } = composer;
  if (composition.signees.length === 0) return [{ kind: 'sentence', key: 'needsSignee' }];
  if (inputProblems.length > 0) return [{ kind: 'sentence', key: 'needsInputs' }];
  const messages = new Set(serverProblems.map(({ message }) => message));
  return [...messages].map((message) => ({ kind: 'message', message }));
}
