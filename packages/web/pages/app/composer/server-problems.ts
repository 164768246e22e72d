import { boxId } from './boxes/boxes.ts';
import { kindOfMember } from './configuration.ts';
import type { Draft, DraftSignee } from './draft.ts';
import type { ServerProblem } from './saving/item-store.ts';

/** Where the page shows a problem. */
type ProblemPlace =
  | { readonly kind: 'document'; readonly member: string }
  | { readonly kind: 'signee'; readonly key: string; readonly member: string }
  | { readonly kind: 'box'; readonly id: string }
  | { readonly kind: 'field'; readonly name: string };

export interface PlacedProblem {
  readonly place: ProblemPlace;
  readonly code: string;
  /** The message is in the language of the page. */
  readonly message: string;
}

/** Places problems at the inputs that they are about. */
export function placeProblems(
  problems: readonly ServerProblem[],
  saved: Pick<Draft, 'signees' | 'fields'>,
): readonly PlacedProblem[] {
  return problems.map(({ path, message, errorCode }) => ({
    place: placeOf(path, saved),
    code: errorCode,
    message,
  }));
}

function placeOf(path: string, { signees, fields }: Pick<Draft, 'signees' | 'fields'>): ProblemPlace {
  const [head = '', index = '', ...rest] = path.split('.');
  const signee = head === 'signeeDetails' ? signees[Number(index)] : undefined;
  if (signee !== undefined && index !== '') return placeAtSignee(signee, rest.join('.'));
  const name = head === 'fields' ? Object.keys(fields)[Number(index)] : undefined;
  if (name !== undefined && index !== '') return { kind: 'field', name };
  return { kind: 'document', member: head };
}

function placeAtSignee({ key, boxes }: DraftSignee, member: string): ProblemPlace {
  const kind = kindOfMember(member);
  if (kind !== undefined && boxes[kind] !== undefined) return { kind: 'box', id: boxId(key, kind) };
  return { kind: 'signee', key, member };
}
