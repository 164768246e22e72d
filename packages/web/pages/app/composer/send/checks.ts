import { type BoxWarning, WARNING_OF_CODE } from '../boxes/box-warnings.ts';
import { parseBoxId } from '../boxes/boxes-of.ts';
import type { Composer } from '../use-composer.ts';

export type SendObstacle =
  | { readonly kind: 'sentence'; readonly key: 'needsSignee' | 'needsInputs' | 'conflict' | 'draftClosed' }
  | { readonly kind: 'box'; readonly signeeKey: string; readonly warning: BoxWarning }
  | { readonly kind: 'message'; readonly message: string };

/** As far as it is known: nothing is sent to find out. */
export function findObstacles(
  composer: Pick<Composer, 'composition' | 'inputProblems' | 'serverProblems' | 'saveState'>,
): readonly SendObstacle[] {
  const { composition, inputProblems, serverProblems, saveState } = composer;
  // Saving again does not help.
  if (saveState.state === 'conflict') return [{ kind: 'sentence', key: 'conflict' }];
  if (saveState.state === 'closed') return [{ kind: 'sentence', key: 'draftClosed' }];
  if (composition.signees.length === 0) return [{ kind: 'sentence', key: 'needsSignee' }];
  if (inputProblems.length > 0) return [{ kind: 'sentence', key: 'needsInputs' }];
  const boxes = serverProblems.flatMap(({ place, code }): SendObstacle[] => {
    const warning = WARNING_OF_CODE.get(code);
    if (place.kind !== 'box' || warning === undefined) return [];
    return [{ kind: 'box', signeeKey: parseBoxId(place.id).signeeKey, warning }];
  });
  const others = serverProblems.filter(
    ({ place, code }) => place.kind !== 'box' || !WARNING_OF_CODE.has(code),
  );
  const messages = new Set(others.map(({ message }) => message));
  return [...boxes, ...[...messages].map((message) => ({ kind: 'message' as const, message }))];
}
