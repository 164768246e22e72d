import { type BoxWarning, WARNING_OF_CODE } from '../boxes/box-warnings.ts';
import { parseBoxId } from '../boxes/boxes-of.ts';
import type { Composer } from '../use-composer.ts';

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
  const obstacles = serverProblems.map(({ place, code, message }): SendObstacle => {
    const warning = WARNING_OF_CODE.get(code);
    if (place.kind === 'box' && warning !== undefined)
      return { kind: 'box', signeeKey: parseBoxId(place.id).signeeKey, warning };
    if (place.kind === 'signee') return { kind: 'signee', signeeKey: place.key, code, message };
    return { kind: 'message', message };
  });
  return [...new Map(obstacles.map((one) => [JSON.stringify(one), one])).values()];
}
