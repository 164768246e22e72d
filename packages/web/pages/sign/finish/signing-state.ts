import type { CheckView, FormField } from '@countersign/signing';
import { type FieldValues, initialValues, isFillable } from '../fields/field-values.ts';
import { emptyInkDraft, type InkChoice, type InkDraft } from '../ink/ink-choice.ts';
import type { KeptInk } from '../session/kept-input.ts';
import type { ProviderReturn } from '../session/provider-return.ts';
import type { MarkKind, TakenBoxes } from './steps.ts';

type OpenDialog =
  | { readonly kind: 'none' }
  /** `box` is the key of the box that was pressed. */
  | { readonly kind: 'ink'; readonly box: string }
  | { readonly kind: 'review' }
  | { readonly kind: 'decline' }
  | { readonly kind: 'field'; readonly name: string }
  /** `field` is null for a check of the signature method, or a payment. */
  | {
      readonly kind: 'check';
      readonly field: string | null;
      readonly proof?: CheckView['kind'] | undefined;
      /** The browser has come back from the provider with this. */
      readonly returned?: ProviderReturn | undefined;
    }
  | { readonly kind: 'lost_return' };

export type Sending =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending' }
  /** `message` is the service's, and null if it was unreachable. */
  | { readonly kind: 'failed'; readonly message: string | null };

/** The state is kept when a request fails. */
export interface SigningState {
  readonly values: FieldValues;
  /** Only visited fields show problems. The last one is the one that was left last. */
  readonly visited: ReadonlySet<string>;
  /** The name of a field, or the key of a box. */
  readonly current: string | null;
  /** What the signee has made, and what the dialog keeps. */
  readonly inks: Readonly<Record<MarkKind, InkChoice | null>>;
  readonly drafts: Readonly<Record<MarkKind, InkDraft>>;
  readonly taken: TakenBoxes;
  readonly dialog: OpenDialog;
  readonly hasConsented: boolean;
  /** The signee types the name if the sender gave none. */
  readonly fullName: string;
  readonly sending: Sending;
}

export type SigningAction =
  | { readonly type: 'fill'; readonly name: string; readonly value: readonly string[] }
  /** A check may have changed the fields. */
  | {
      readonly type: 'refresh';
      readonly before: readonly FormField[];
      readonly after: readonly FormField[];
    }
  | { readonly type: 'enter'; readonly name: string }
  | { readonly type: 'leave'; readonly name: string }
  | { readonly type: 'open'; readonly dialog: OpenDialog }
  | { readonly type: 'close' }
  | { readonly type: 'keep_ink_draft'; readonly mark: MarkKind; readonly draft: InkDraft }
  /** What was made is used in the box that was pressed, and in those that were taken before. */
  | {
      readonly type: 'use_ink';
      readonly made: Readonly<Partial<Record<MarkKind, InkChoice>>>;
      readonly box: string;
    }
  | { readonly type: 'take'; readonly boxes: readonly string[] }
  | { readonly type: 'consent'; readonly hasConsented: boolean }
  | { readonly type: 'name'; readonly fullName: string }
  | { readonly type: 'send' }
  | { readonly type: 'send_failed'; readonly message: string | null };

const NO_DIALOG: OpenDialog = { kind: 'none' };
const IDLE: Sending = { kind: 'idle' };

function startInk(fullName: string): KeptInk {
  const drafts = { signature: emptyInkDraft(fullName), initials: emptyInkDraft(initialsOf(fullName)) };
  return { drafts, inks: { signature: null, initials: null }, taken: [] };
}

/** Initials of more names than this do not fit their box. */
const MAX_INITIALS = 4;

/** Suggests the first letters of the parts of a name: `Anna-Karin Ek` is `AKE`. */
export function initialsOf(fullName: string): string {
  const parts = fullName.split(/[\s-]+/u).filter((part) => /\p{L}/u.test(part));
  return parts
    .map((part) => /\p{L}\p{M}*/u.exec(part)?.[0].toLocaleUpperCase() ?? '')
    .slice(0, MAX_INITIALS)
    .join('');
}

/** `draft` and `kept` are what a reload has kept. */
export function startSigning(
  fields: readonly FormField[],
  fullName: string,
  draft: FieldValues = {},
  kept: KeptInk = startInk(fullName),
): SigningState {
  const fillable = new Set(fields.filter(isFillable).map((field) => field.name));
  const typed = Object.entries(draft).filter(([name]) => fillable.has(name));
  return {
    values: { ...initialValues(fields), ...Object.fromEntries(typed) },
    visited: new Set(),
    current: null,
    inks: kept.inks,
    drafts: kept.drafts,
    taken: new Set(kept.taken),
    dialog: NO_DIALOG,
    hasConsented: false,
    fullName,
    sending: IDLE,
  };
}

export function updateSigning(state: SigningState, action: SigningAction): SigningState {
  switch (action.type) {
    case 'fill':
      return { ...state, values: { ...state.values, [action.name]: action.value } };
    case 'refresh':
      return { ...state, values: { ...state.values, ...changedValues(action.before, action.after) } };
    case 'enter':
      return { ...state, current: action.name };
    case 'leave':
      return {
        ...state,
        visited: new Set([...state.visited].filter((name) => name !== action.name)).add(action.name),
      };
    case 'open':
      return openDialog(state, action.dialog);
    case 'close':
      return { ...state, dialog: NO_DIALOG, sending: IDLE };
    case 'keep_ink_draft':
      return { ...state, drafts: { ...state.drafts, [action.mark]: action.draft } };
    case 'use_ink':
      return {
        ...take(state, [action.box]),
        inks: { ...state.inks, ...action.made },
        dialog: NO_DIALOG,
      };
    case 'take':
      return take(state, action.boxes);
    case 'consent':
      return { ...state, hasConsented: action.hasConsented };
    case 'name':
      return { ...state, fullName: action.fullName };
    case 'send':
      return { ...state, sending: { kind: 'sending' } };
    case 'send_failed':
      return { ...state, sending: { kind: 'failed', message: action.message } };
  }
}

function take(state: SigningState, boxes: readonly string[]): SigningState {
  return { ...state, taken: new Set([...state.taken, ...boxes]), current: boxes.at(-1) ?? state.current };
}

function changedValues(before: readonly FormField[], after: readonly FormField[]): FieldValues {
  const known = new Map(before.map(({ name, value }) => [name, value.join('\n')]));
  return initialValues(after.filter(({ name, value }) => known.get(name) !== value.join('\n')));
}

function openDialog(state: SigningState, dialog: OpenDialog): SigningState {
  if (dialog.kind !== 'field') return { ...state, dialog, sending: IDLE };
  return { ...state, dialog, current: dialog.name };
}

export type Dispatch = (action: SigningAction) => void;
