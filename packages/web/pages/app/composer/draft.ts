import type { AssistantLanguage } from '@countersign/assistant/languages';
import type { Language } from '@countersign/base/locale';
import type { BoxPosition, DraftConfiguration, SignatureType } from '@countersign/signing';

export type BoxKind = 'signature' | 'id_scan';
type ConfiguredSignee = NonNullable<DraftConfiguration['signeeDetails']>[number];
type DeliveryMethod = NonNullable<ConfiguredSignee['phoneNumberDeliveryMethod']>;
export type ReadonlyMode = NonNullable<DraftConfiguration['fieldsReadonlyMode']>;
type SharingSetting = NonNullable<DraftConfiguration['sharingSetting']>;
type FieldInput = string | readonly string[];

/** The texts of a signee may be incomplete while they are typed. */
export interface DraftSignee {
  /** The key holds for this tab and is not saved. */
  readonly key: string;
  readonly fullName: string;
  readonly emailAddress: string;
  readonly phoneNumber: string;
  readonly deliveryMethod: DeliveryMethod;
  readonly signatureType: SignatureType | 'not_set';
  readonly signingOrder: number;
  readonly isInvited: boolean;
  /** Without `signature` the signature is on a new page. */
  readonly boxes: Readonly<Partial<Record<BoxKind, BoxPosition>>>;
  /** The name of the role in the template. */
  readonly role: string;
  /** Members that the composer does not edit. */
  readonly others: Readonly<Record<string, unknown>>;
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
  /** The keys are field names. */
  readonly fields: Readonly<Record<string, FieldInput>>;
  readonly fieldsReadonlyMode: ReadonlyMode;
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
  /** Visitors of a public link cannot print if this is true. */
  readonly disablePrinting: boolean;
}

export const EMPTY_DRAFT: Draft = {
  name: '',
  personalMessage: '',
  language: 'en',
  enableSigningOrder: false,
  signees: [],
  fields: {},
  fieldsReadonlyMode: 'keepOriginal',
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
  disablePrinting: false,
};

export function newSignee(change: Partial<DraftSignee> = {}): DraftSignee {
  return {
    key: crypto.randomUUID(),
    fullName: '',
    emailAddress: '',
    phoneNumber: '',
    deliveryMethod: 'sms',
    signatureType: 'digital_ink',
    signingOrder: 1,
    isInvited: true,
    boxes: {},
    role: '',
    others: {},
    ...change,
  };
}

/** Never returns a contact. */
export function labelOf({ fullName, role }: DraftSignee): string {
  return fullName.trim() === '' ? role.trim() : fullName.trim();
}

/** Returns the name, role or contact, which may be empty. */
export function nameOf({ fullName, emailAddress, phoneNumber, role }: DraftSignee): string {
  return [fullName, role, emailAddress, phoneNumber].find((text) => text.trim() !== '')?.trim() ?? '';
}

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

/** The table has no schemas of the methods; methods.test.ts compares both. */
export const METHODS = [
  { type: 'digital_ink', capability: null, boxes: ['signature'] },
  { type: 'bankid_identification', capability: 'signatureBankId', boxes: ['signature'] },
  { type: 'digital_ink_id_scan', capability: 'signatureIdScan', boxes: ['signature', 'id_scan'] },
  { type: 'face_liveness', capability: 'signatureFaceLiveness', boxes: ['signature'] },
] as const satisfies readonly {
  readonly type: SignatureType;
  readonly capability: string | null;
  readonly boxes: readonly BoxKind[];
}[];

/** A signee without a method has a signature. */
export function boxKindsOf(type: SignatureType | 'not_set'): readonly BoxKind[] {
  return METHODS.find((method) => method.type === type)?.boxes ?? ['signature'];
}

/** The `current` method stays selectable. */
export function availableMethods(
  capabilities: Readonly<Record<string, unknown>>,
  current: SignatureType | 'not_set',
): readonly SignatureType[] {
  return METHODS.filter(
    ({ type, capability }) => capability === null || capabilities[capability] === true || type === current,
  ).map(({ type }) => type);
}

export function addSignee(draft: Draft, change: Partial<DraftSignee> = {}): Draft {
  const last = Math.max(0, ...draft.signees.map(({ signingOrder }) => signingOrder));
  const signee = newSignee({ signingOrder: last + 1, ...change });
  return { ...draft, signees: [...draft.signees, signee] };
}

export function removeSignee(draft: Draft, key: string): Draft {
  return { ...draft, signees: draft.signees.filter((signee) => signee.key !== key) };
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
