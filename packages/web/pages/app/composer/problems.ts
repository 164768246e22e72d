import type { ComposerKey } from '@countersign/i18n/texts';
import type { InputProblem } from './input-problems.ts';
import { type MarkWarning, WARNING_OF_CODE } from './marks/surroundings.ts';
import type { Composer } from './use-composer.ts';

/** Further signees reuse these colours. */
const TONE_COUNT = 8;

export function toneOf(index: number): number {
  return index % TONE_COUNT;
}

/** What is left before the document can be sent, with the place that a press leads to. */
export type SendObstacle =
  | {
      readonly kind: 'sentence';
      readonly key: Extract<ComposerKey, 'needsSignee' | 'conflict' | 'draftClosed'>;
    }
  | (InputProblem & { readonly kind: 'input' })
  | {
      readonly kind: 'mark';
      readonly id: string;
      readonly signeeKey: string;
      readonly warning: MarkWarning | null;
      readonly message: string;
    }
  | {
      readonly kind: 'signee';
      readonly signeeKey: string;
      readonly code: string;
      readonly message: string;
    }
  | { readonly kind: 'field'; readonly name: string; readonly message: string }
  | { readonly kind: 'message'; readonly member: string; readonly message: string };

/** Lists the obstacles as far as they are known. Nothing is sent to find out. */
export function findObstacles(
  composer: Pick<Composer, 'draft' | 'inputProblems' | 'serverProblems' | 'saveState'>,
): readonly SendObstacle[] {
  const { draft, inputProblems, serverProblems, saveState } = composer;
  // Saving again does not help.
  if (saveState.state === 'conflict') return [{ kind: 'sentence', key: 'conflict' }];
  if (saveState.state === 'closed') return [{ kind: 'sentence', key: 'draftClosed' }];
  const inputs = inputProblems.map((one): SendObstacle => ({ kind: 'input', ...one }));
  if (draft.signees.length === 0) return [{ kind: 'sentence', key: 'needsSignee' }, ...inputs];
  const found = serverProblems.map(({ place, code, message }): SendObstacle => {
    const warning = WARNING_OF_CODE.get(code) ?? null;
    if (place.kind === 'mark')
      return { kind: 'mark', id: place.id, signeeKey: place.signeeKey, warning, message };
    if (place.kind === 'signee') return { kind: 'signee', signeeKey: place.key, code, message };
    if (place.kind === 'field') return { kind: 'field', name: place.name, message };
    return { kind: 'message', member: place.member, message };
  });
  // A contact that was entered since the draft was saved, complete or not, is not missing as well.
  const entered = new Set(
    draft.signees.flatMap(({ key, emailAddress, phoneNumber }) => (emailAddress + phoneNumber ? [key] : [])),
  );
  const others = found.filter(
    (one) => one.kind !== 'signee' || one.code !== 'contact_required' || !entered.has(one.signeeKey),
  );
  return [...new Map([...inputs, ...others].map((one) => [JSON.stringify(one), one])).values()];
}
