import type { AssistantLanguage } from '@countersign/assistant/languages';
import type { Language } from '@countersign/base/locale';
import type { DraftConfiguration } from '@countersign/signing';
import type { Mark } from './marks/mark.ts';
import { type DraftSignee, newSignee } from './signee.ts';

export type ReadonlyMode = NonNullable<DraftConfiguration['fieldsReadonlyMode']>;
type SharingSetting = NonNullable<DraftConfiguration['sharingSetting']>;
type FieldInput = string | readonly string[];

/** Somebody who gets the completed document [D10-14]. */
export interface DraftCopy {
  readonly fullName: string;
  readonly emailAddress: string;
  /** Null stands for the language of the signees. */
  readonly language: Language | null;
}

export interface AssistantSetting {
  readonly enabled: boolean;
  readonly textToSpeech: boolean;
  /** Of the assistant's sentences, whatever the language of the signees is. */
  readonly language: AssistantLanguage;
}

/** What the composer edits. `toConfiguration` leaves out what cannot be saved yet. */
export interface Draft {
  readonly name: string;
  readonly personalMessage: string;
  readonly language: Language;
  readonly enableSigningOrder: boolean;
  readonly signees: readonly DraftSignee[];
  /** They are in the order of the tab key. */
  readonly marks: readonly Mark[];
  /** The keys of signees, by the names of fields of the file. A field without one is anybody's. */
  readonly fieldOwners: Readonly<Record<string, string>>;
  /** The keys are field names. */
  readonly fields: Readonly<Record<string, FieldInput>>;
  readonly fieldsReadonlyMode: ReadonlyMode;
  /** Whether texts of the file such as {{signature:1}} become boxes and fields [D10-19]. */
  readonly textTags: boolean;
  /** Null stands for the account's default. */
  readonly sharingSetting: SharingSetting | null;
  /** It is null until the sender decides. */
  readonly aiAssistant: AssistantSetting | null;
  readonly externalId: string;
  readonly metadata: readonly { readonly name: string; readonly value: string }[];
  /** They are changed in the list of documents, and kept here. */
  readonly labels: readonly string[];
  /** The date is ISO 8601, or empty. */
  readonly expiryDate: string;
  /** The moment that the draft had, so that opening a draft does not change it. */
  readonly expiryMoment: string;
  /** The text has a number of days, or is empty. */
  readonly remindAfterDays: string;
  readonly remindEveryDays: string;
  readonly notifyOwner: boolean;
  readonly copies: readonly DraftCopy[];
  readonly redirectUrl: string;
  readonly replyTo: string;
  /** Visitors of a public link cannot print if this is true. */
  readonly disablePrinting: boolean;
}

export const EMPTY_DRAFT: Draft = {
  name: '',
  personalMessage: '',
  language: 'en',
  enableSigningOrder: false,
  signees: [],
  marks: [],
  fieldOwners: {},
  fields: {},
  fieldsReadonlyMode: 'keepOriginal',
  textTags: false,
  sharingSetting: null,
  aiAssistant: null,
  externalId: '',
  metadata: [],
  labels: [],
  expiryDate: '',
  expiryMoment: '',
  remindAfterDays: '',
  remindEveryDays: '',
  notifyOwner: false,
  copies: [],
  redirectUrl: '',
  replyTo: '',
  disablePrinting: false,
};

export interface History<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** Changes of one group are undone together: one drag, or typing in one input. */
  readonly group: string | null;
}

const MAX_STEPS = 200;

export function startHistory<State>(present: State): History<State> {
  return { past: [], present, future: [], group: null };
}

/** Ignores a change without effect. */
export function record<State>(
  history: History<State>,
  next: State,
  group: string | null = null,
): History<State> {
  if (next === history.present) return history;
  if (group !== null && group === history.group) return { ...history, present: next, future: [] };
  const past = [...history.past, history.present].slice(-MAX_STEPS);
  return { past, present: next, future: [], group };
}

export function amend<State>(history: History<State>, edit: (present: State) => State): History<State> {
  const present = edit(history.present);
  return present === history.present ? history : { ...history, present };
}

/** The next change begins a new step. */
export function endGroup<State>(history: History<State>): History<State> {
  return history.group === null ? history : { ...history, group: null };
}

export function undo<State>(history: History<State>): History<State> {
  const present = history.past.at(-1);
  if (present === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present,
    future: [history.present, ...history.future],
    group: null,
  };
}

export function redo<State>(history: History<State>): History<State> {
  const [present, ...future] = history.future;
  if (present === undefined) return history;
  return { past: [...history.past, history.present], present, future, group: null };
}

export function addSignee(draft: Draft, change: Partial<DraftSignee> = {}): Draft {
  const last = Math.max(0, ...draft.signees.map(({ signingOrder }) => signingOrder));
  const signee = newSignee({ signingOrder: last + 1, ...change });
  return { ...draft, signees: [...draft.signees, signee] };
}

/** What was placed for the signee goes too, and fields of the file are anybody's again. */
export function removeSignee(draft: Draft, key: string): Draft {
  return {
    ...draft,
    signees: draft.signees.filter((signee) => signee.key !== key),
    marks: draft.marks.filter(({ owner }) => owner !== key),
    fieldOwners: Object.fromEntries(Object.entries(draft.fieldOwners).filter(([, owner]) => owner !== key)),
  };
}

export function changeSignee(draft: Draft, key: string, change: Partial<DraftSignee>): Draft {
  const signees = draft.signees.map((signee) => (signee.key === key ? { ...signee, ...change } : signee));
  return { ...draft, signees };
}

/** Both signees keep the numbers of the order, so that they swap turns too. */
export function moveSignee(draft: Draft, key: string, by: 1 | -1): Draft {
  const from = draft.signees.findIndex((signee) => signee.key === key);
  const [moved, other] = [draft.signees[from], draft.signees[from + by]];
  if (moved === undefined || other === undefined) return draft;
  const signees = [...draft.signees];
  signees[from] = { ...other, signingOrder: moved.signingOrder };
  signees[from + by] = { ...moved, signingOrder: other.signingOrder };
  return { ...draft, signees };
}
