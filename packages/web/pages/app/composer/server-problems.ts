import type { Draft } from './draft.ts';
import { placeOfMember } from './marks/configured-marks.ts';
import type { ServerProblem } from './saving/item-store.ts';
import type { DraftSignee } from './signee.ts';

/** Where the page shows a problem. */
type ProblemPlace =
  | { readonly kind: 'document'; readonly member: string }
  | { readonly kind: 'signee'; readonly key: string; readonly member: string }
  /** `id` is that of a place of a mark. */
  | { readonly kind: 'mark'; readonly id: string; readonly signeeKey: string; readonly member: string }
  | { readonly kind: 'field'; readonly name: string };

export interface PlacedProblem {
  readonly place: ProblemPlace;
  readonly code: string;
  /** The message is in the language of the page. */
  readonly message: string;
}

/** Places problems at the inputs that they are about. */
export function placeProblems(problems: readonly ServerProblem[], saved: Draft): readonly PlacedProblem[] {
  return problems.map(({ path, message, errorCode }) => ({
    place: placeOf(path, saved),
    code: errorCode,
    message,
  }));
}

function placeOf(path: string, saved: Draft): ProblemPlace {
  const [head = '', index = '', ...rest] = path.split('.');
  const signee = head === 'signeeDetails' ? saved.signees[Number(index)] : undefined;
  if (signee !== undefined && index !== '') return placeAtSignee(saved, signee, rest);
  const name = head === 'fields' ? Object.keys(saved.fields)[Number(index)] : undefined;
  if (name !== undefined && index !== '') return { kind: 'field', name };
  return { kind: 'document', member: head };
}

function placeAtSignee(saved: Draft, signee: DraftSignee, rest: readonly string[]): ProblemPlace {
  const { key } = signee;
  const path = rest.join('.');
  const id = placeOfMember(saved, signee, path);
  if (id !== null) return { kind: 'mark', id, signeeKey: key, member: rest.at(-1) ?? '' };
  const name = rest[0] === 'formFields' ? fileFieldAt(saved, key, Number(rest[1])) : undefined;
  return name === undefined ? { kind: 'signee', key, member: path } : { kind: 'field', name };
}

function fileFieldAt({ fieldOwners }: Draft, key: string, index: number): string | undefined {
  return Object.entries(fieldOwners).filter(([, owner]) => owner === key)[index]?.[0];
}
